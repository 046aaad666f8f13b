/** What becomes of the clauses and comments that a loop has already, and of branches that only its own `try` may hold. */
import { describe, expect, it } from 'vitest';
import { applyEdits } from '../../server/src/core/fix/fixer';
import { checkWithheld, findingsOf } from './check';
import { listener } from './pythonListener';

const fix = 'drop-malformed-message';

const handling = `try:
    data = json.loads(msg)
    self.last = data
except Exception:
    dropped += 1
    logging.getLogger(__name__).exception(
        "Dropped message %d: %d bytes, starting with %r",
        dropped,
        len(msg),
        msg[:64],
    )`;

/** The loop after the change, without what stands around it. */
function changed(lines: string): string[] {
  const text = listener(lines, 'PULL');
  const [finding] = findingsOf(fix, text);
  expect(finding?.edits).not.toEqual([]);
  const result = applyEdits(text, finding?.edits ?? []);
  expect(findingsOf(fix, result).filter(({ edits }) => edits.length > 0)).toEqual([]);
  return result
    .slice(result.indexOf('        dropped = 0'))
    .trimEnd()
    .split('\n')
    .map((line) => line.slice(8));
}

const indented = (text: string) => text.split('\n').map((line) => `    ${line}`);

describe('clauses of the receive stay as they are, and none is added that is never reached:', () => {
  it.each([
    ['all errors of the socket', 'except zmq.ZMQError:\n    break'],
    ['all errors', 'except Exception:\n    return'],
    ['everything', 'except:\n    break'],
    ['errors of several kinds', 'except (zmq.ZMQError, OSError):\n    break'],
    ['an error by its number', 'except zmq.ZMQError as e:\n    if e.errno == zmq.EAGAIN:\n        continue\n    raise'],
    [
      'either way',
      'except zmq.ZMQError as e:\n    if e.errno == zmq.EAGAIN:\n        continue\n    else:\n        raise',
    ],
    [
      'both ends by their numbers',
      'except zmq.ZMQError as e:\n    if e.errno in (zmq.ETERM, zmq.ENOTSOCK):\n        break\n    self.error = e\n    continue',
    ],
    ['the time limit first', 'except zmq.Again:\n    raise TimeoutError\nexcept zmq.ZMQError:\n    break'],
  ])('%s', (_name, clause) => {
    const head = ['try:', '    msg = sock.recv()', ...clause.split('\n')];
    const loop = ['while True:', ...indented(head.join('\n')), '    data = json.loads(msg)', '    self.last = data'];
    expect(changed(loop.join('\n'))).toEqual([
      'dropped = 0',
      'while True:',
      ...indented([...head, handling].join('\n')),
    ]);
  });
});

it('clauses that lack stand before those of wider classes; a time limit that raises still does', () => {
  const lines = changed(`while True:
    try:
        msg = sock.recv()
    except zmq.Again:
        raise TimeoutError
    except ValueError:
        continue
    data = json.loads(msg)
    self.last = data`);
  const clauses = lines.filter((line) => /^ {4}except/.test(line)).map((line) => line.trim());
  expect(clauses).toEqual([
    'except zmq.Again:',
    'except zmq.ContextTerminated:',
    'except zmq.ZMQError as error:',
    'except ValueError:',
    'except Exception:',
  ]);
});

it('a clause that ended the round goes on with the next message, not with the last one', () => {
  const lines = changed(`while True:
    try:
        msg = sock.recv()
        data = json.loads(msg)
        self.last = data
    except zmq.Again:
        self.idle()
    except Exception:
        raise`);
  expect(lines.slice(3, 7)).toEqual([
    '        msg = sock.recv()',
    '    except zmq.Again:',
    '        self.idle()',
    '        continue',
  ]);
});

it('an else or finally branch of the handling stays with its try', () => {
  for (const branch of ['else', 'finally']) {
    const lines = changed(`while True:
    msg = sock.recv()
    try:
        data = json.loads(msg)
    except ValueError as e:
        raise RuntimeError("bad") from e
    ${branch}:
        self.last = msg`);
    expect(lines).toContain(`        ${branch}:`);
    expect(lines).toContain('            self.last = msg');
    expect(lines).toContain('            raise RuntimeError("bad") from e');
  }
});

it('comments stay with their statements, and go with those that go', () => {
  expect(
    changed(`# Serves peers.
# Until the end.
while True:  # for ever
    try:
        # Waits.
        msg = sock.recv()  # bytes
        # Opens.
        data = json.loads(msg)  # a map
        self.last = data
    # The context.
    except zmq.ContextTerminated:
        break
    # Fatal.
    except Exception as e:  # noqa: BLE001
        # Counted.
        self.failed += 1  # of all
        log.error("failed: %s", e)  # noqa: G004
        # Nobody can go on.
        raise RuntimeError("failed") from e  # fatal
    # Never reached.`),
  ).toEqual(
    `dropped = 0
# Serves peers.
# Until the end.
while True:  # for ever
    try:
        # Waits.
        msg = sock.recv()  # bytes
    # The context.
    except zmq.ContextTerminated:
        break
    except zmq.Again:
        continue
    except zmq.ZMQError as error:
        if error.errno in (zmq.ETERM, zmq.ENOTSOCK):
            break
        raise
    try:
        # Opens.
        data = json.loads(msg)  # a map
        self.last = data
    except Exception:  # noqa: BLE001
        # Counted.
        self.failed += 1  # of all
        dropped += 1
        log.exception(
            "Dropped message %d: %d bytes, starting with %r",
            dropped,
            len(msg),
            msg[:64],
        )
    # Never reached.`.split('\n'),
  );
});

describe('is not rewritten where', () => {
  const behind = '\n    data = json.loads(msg)\n    self.last = data';
  const waits = (clause: string) => `while True:\n    try:\n        msg = sock.recv()\n    ${clause}${behind}`;

  it.each([
    [
      'a clause goes on after all errors of the socket',
      waits('except zmq.ZMQError as e:\n        log.error(e)\n        continue'),
      'spins',
    ],
    [
      'a clause goes on after all errors',
      waits('except Exception:\n        log.exception("x")\n        continue'),
      'spins',
    ],
    [
      'a clause knows one end only',
      waits('except zmq.ZMQError as e:\n        if e.errno == zmq.ETERM:\n            break\n        continue'),
      'spins',
    ],
    ['the last message is taken again', waits('except zmq.Again:\n        pass'), 'an earlier message'],
    [
      'the receive depends on a poll',
      `while True:\n    msg = sock.recv() if sock.poll(10) else b"{}"${behind}`,
      'under a condition',
    ],
    ['the receive depends on a name', `while True:\n    msg = self.first or sock.recv()${behind}`, 'under a condition'],
    [
      'a clause for bad messages leaves',
      'while True:\n    msg = sock.recv()\n    try:\n        data = json.loads(msg)\n    except ValueError:\n        return\n    self.last = data["id"]',
      'leaves the loop',
    ],
    [
      'a lock is taken',
      `while True:\n    msg = sock.recv()\n    self.lock.acquire()${behind}\n    self.lock.release()`,
      'a lock',
    ],
    [
      'a clause counts frames',
      'while True:\n    try:\n        a, b = sock.recv_multipart()\n    except ValueError:\n        self.bad += 1\n        continue\n    self.last = json.loads(b)',
      'number of frames',
    ],
  ])('%s', (_name, lines, reason) => {
    checkWithheld(fix, listener(lines, 'PULL'), reason, 'recv');
  });
});

it('nothing is said of a handler that guards itself', () => {
  const text = listener('while True:\n    self.take(sock.recv())', 'PULL');
  const take = (body: string) =>
    findingsOf(fix, `${text}\n    def take(self, msg):\n${body}`).map(({ applicability }) => applicability);
  const guarded =
    '        try:\n            self.last = json.loads(msg)\n        except Exception:\n            log.exception("bad")\n';
  expect(take(guarded)).toEqual([]);
  expect(take(`${guarded}        self.count(msg)\n`)).toEqual(['unsafe']);
});

describe('asks first where', () => {
  it.each([
    [
      'messages are put together',
      'buffer = b""\nwhile True:\n    buffer += sock.recv()\n    self.last = json.loads(buffer)',
      'keeps buffer',
    ],
    [
      'a state goes from one message to the next',
      'state = "hello"\nwhile True:\n    data = json.loads(sock.recv())\n    if state == "hello":\n        state = "run"',
      'keeps state',
    ],
  ])('%s', (_name, lines, reason) => {
    const found = findingsOf(fix, listener(lines, 'PULL'));
    expect(found.map(({ applicability, why }) => [applicability, why])).toEqual([
      ['unsafe', expect.stringContaining(reason)],
    ]);
  });
});
