/** Receive loops that go on after every error, also when the socket is closed: named, and ended there. */
import { describe, expect, it } from 'vitest';
import { checkFix, checkNone, findingsOf } from './check';
import { listener } from './pythonListener';

const fix = 'leave-closed-socket';

/** A loop around a receive whose `try` has the given clauses. */
const looped = (clauses: string, head = 'while True:', received = 'self.handle(sock.recv())') =>
  `${head}\n    try:\n        ${received}\n${clauses
    .split('\n')
    .map((line) => `    ${line}`)
    .join('\n')}`;

describe('a loop that logs and goes on is ended when its socket is closed', () => {
  const end = (name: string) => `    if sock.closed or isinstance(${name}, zmq.ContextTerminated):\n        break\n`;

  it.each([
    [
      'everything',
      'except Exception:\n    logger.exception("failed")\n    continue',
      `except Exception as error:\n${end('error')}    logger.exception("failed")\n    continue`,
    ],
    ['a named one', 'except Exception as e:\n    log.error(e)', `except Exception as e:\n${end('e')}    log.error(e)`],
    [
      'errors of the socket',
      'except zmq.ZMQError:\n    pass',
      `except zmq.ZMQError as error:\n${end('error')}    pass`,
    ],
    [
      'several classes',
      'except (ValueError, zmq.ZMQError):\n    continue',
      `except (ValueError, zmq.ZMQError) as error:\n${end('error')}    continue`,
    ],
    [
      'a clause on one line, with a comment below',
      'except Exception: continue\n# next',
      `except Exception as error:\n${end('error')}    continue\n# next`,
    ],
    [
      'a pause',
      'except Exception as e:\n    # Not so fast.\n    failures += 1\n    time.sleep(1)',
      `except Exception as e:\n    # Not so fast.\n${end('e')}    failures += 1\n    time.sleep(1)`,
    ],
    [
      'what an earlier clause leaves over',
      'except zmq.Again:\n    continue\nexcept zmq.ContextTerminated:\n    break\nexcept Exception as e:\n    print(e)',
      `except zmq.Again:\n    continue\nexcept zmq.ContextTerminated:\n    break\nexcept Exception as e:\n${end('e')}    print(e)`,
    ],
  ])('for %s', (name, before, after) => {
    const applicability = name === 'what an earlier clause leaves over' ? 'unsafe' : 'safe';
    checkFix(fix, listener(looped(before)), listener(looped(after)), applicability);
  });

  it('and a bare clause takes what it took before', () => {
    const after = `except BaseException as error:\n${end('error')}    pass`;
    checkFix(fix, listener(looped('except:\n    pass')), listener(looped(after)), 'unsafe');
  });

  it('and "Drop malformed message" is offered behind it', () => {
    const clauses = (start: string) => `except Exception as e:\n${start}    log.error(e)\n    continue`;
    const body = (start: string) =>
      listener(
        `${looped(clauses(start), undefined, 'message = sock.recv()')}\n    self.items.append(json.loads(message))`,
      );
    const drop = (text: string) => findingsOf('drop-malformed-message', text).map(({ applicability }) => applicability);
    expect([drop(body('')), drop(body(end('e')))]).toEqual([['display-only'], ['safe']]);
  });
});

describe('asks first', () => {
  const log = 'except Exception as e:\n    log.error(e)';

  it.each([
    ['where the clause does more', looped('except Exception:\n    self.reconnect()'), 'does more than log'],
    ['where a flag ends the loop', looped(log, 'while not self.stopped:'), 'only if it comes before'],
    [
      'where the loop stands in another',
      `for port in ports:\n    ${looped(log).replaceAll('\n', '\n    ')}`,
      'in another one',
    ],
  ])('%s', (_name, lines, why) => {
    const found = findingsOf(fix, listener(lines));
    expect(found.map((finding) => [finding.applicability, finding.why])).toEqual([
      ['unsafe', expect.stringContaining(why)],
    ]);
  });

  it('in a task, which a close cancels while it waits', () => {
    const text = listener(looped(log, undefined, 'self.handle(await sock.recv())')).replace(
      'def _listen',
      'async def _listen',
    );
    const [finding] = findingsOf(fix, text);
    expect(finding?.applicability).toBe('unsafe');
    expect(finding?.why).toContain('nothing else of its event loop gets a turn');
  });
});

describe('says nothing where', () => {
  const log = 'except Exception as e:\n    log.error(e)';

  it.each([
    ['the clause leaves', looped('except Exception:\n    break')],
    ['the clause raises', looped('except Exception as e:\n    log.error(e)\n    raise')],
    ['the clause asks for the end', looped('except Exception:\n    if self.closing:\n        return\n    continue')],
    ['the clause ends the process', looped('except Exception as e:\n    log.error(e)\n    os._exit(1)')],
    ['the clause exits', looped('except Exception as e:\n    log.error(e)\n    sys.exit(1)')],
    ['the clause sends a signal', looped('except Exception:\n    os.kill(os.getpid(), signal.SIGTERM)')],
    ['a clause before takes every error of the socket', looped(`except zmq.ZMQError:\n    break\n${log}`)],
    ['only errors of the message are taken', looped('except ValueError as e:\n    log.error(e)')],
    ['the loop makes the socket anew', looped(log, 'while True:\n    sock = self.open()')],
    ['a poll before the try ends it', looped(log, 'while True:\n    sock.poll(100)')],
    ['the loop ends by itself', looped(log, 'for _ in range(3):')],
    ['there is no loop', looped(log, 'if True:')],
    ['it is a socket of TCP', looped(log, undefined, 'self.handle(sock.recv(4096))')],
  ])('%s', (_name, lines) => {
    checkNone(fix, listener(lines));
  });
});

describe('zeromq.js', () => {
  const loop = (handler: string, head = 'while (true)', stop = ';') =>
    `import { Pull } from 'zeromq'${stop}\nconst sock = new Pull()${stop}\n${head} {\n  try {\n    use(await sock.receive())${stop}\n  } catch (error) {\n${handler}  }\n}\n`;

  it.each([
    ['with semicolons', ';'],
    ['without them', ''],
  ])('is asked whether it is closed, %s', (_name, stop) => {
    const log = `    console.error(error)${stop}\n`;
    const asked = `    if (sock.closed) break${stop}\n${log}`;
    checkFix(fix, loop(log, undefined, stop), loop(asked, undefined, stop), 'safe', 'typescript');
    checkFix(fix, loop(log, 'for (;;)', stop), loop(asked, 'for (;;)', stop), 'safe', 'typescript');
  });

  it.each([
    ['a clause that does more', loop('    await reopen();\n'), 'does more than log'],
    ['a flag', loop('    console.error(error);\n', 'while (running)'), 'only if it comes before'],
    ['a socket that may change', loop('    console.error(error);\n').replace('const sock', 'let sock'), 'made anew'],
  ])('asks first for %s', (_name, text, why) => {
    const found = findingsOf(fix, text, 'typescript');
    expect(found.map((one) => [one.applicability, one.why])).toEqual([['unsafe', expect.stringContaining(why)]]);
  });

  it.each([
    ['a clause that leaves', loop('    break;\n')],
    ['a clause that throws', loop('    throw error;\n')],
    ['a clause that ends the process', loop('    console.error(error);\n    process.exit(1);\n')],
    ['a loop that ends', loop('    log(error);\n', 'for (let i = 0; i < 3; i++)')],
    ['another class', loop('    log(error);\n').replace("from 'zeromq'", "from './pull'")],
  ])('says nothing for %s', (_name, text) => {
    checkNone(fix, text, 'typescript');
  });
});

describe('a socket that another one may replace', () => {
  const loop = `import logging
import threading
import zmq

logger = logging.getLogger(__name__)


class Listener:
    def __init__(self, ctx):
        self.sock = ctx.socket(zmq.PULL)
        threading.Thread(target=self._loop, daemon=True).start()

    def _loop(self):
        while True:
            try:
                logger.info("%r", self.sock.recv())
            except Exception:
                logger.exception("bad")
`;

  it.each([
    ['nowhere', '', 'safe'],
    [
      'in a derived class',
      '\n\nclass Other(Listener):\n    def reopen(self, sock):\n        self.sock = sock\n',
      'unsafe',
    ],
    ['from outside', '\n\ndef reopen(listener, sock):\n    listener.sock = sock\n', 'unsafe'],
    ['in the class', '\n    def reopen(self, sock):\n        self.sock = sock\n', 'unsafe'],
  ])('%s', (_name, more, applicability) => {
    expect(findingsOf(fix, loop + more).map((found) => found.applicability)).toEqual([applicability]);
  });
});
