/** Loops that a guard would leave half done, deaf to their own signals or without arguments: never offered as safe. */
import { describe, expect, it } from 'vitest';
import { checkNone, findingsOf } from './check';
import { listener } from './pythonListener';

const drop = 'drop-malformed-message';

/** A server whose loop holds the given lines, with lines before the loop and code of the module around it. */
function server(body: string, options: { before?: string; module?: string; head?: string; indent?: string } = {}) {
  const { before = '', module = '', head = '', indent = '' } = options;
  const lines = [
    ...(head ? [head] : []),
    `${indent}while True:`,
    ...body.split('\n').map((line) => `${indent}    ${line}`),
  ];
  return `import asyncio
import json
import threading
import zmq

kept = []

def start(ctx):
    threading.Thread(target=serve_loop, args=(ctx, print)).start()
${module}
def serve_loop(ctx, sink):
    sock = ctx.socket(zmq.PULL)
${[...(before ? [before] : []), ...lines].map((line) => `    ${line}`).join('\n')}
`;
}

const plain = 'd = json.loads(sock.recv())\nkept.append(d["x"])';

function appliedTo(text: string, language = 'python'): string[] {
  return findingsOf(drop, text, language).map(({ applicability }) => applicability);
}

describe('a plain loop', () => {
  it('is offered as safe, as is one with the harmless twin of what follows', () => {
    expect(appliedTo(server(plain))).toEqual(['safe']);
    expect(appliedTo(server('o = sock.recv_json()\nkept.append(o["x"])'))).toEqual(['safe']);
    expect(
      appliedTo(server('o = sock.recv_string(flags=0)\nkept.append((int(o.strip()), o.encode("x"), json.loads(o)))')),
    ).toEqual(['safe']);
    expect(
      appliedTo(server('d = json.loads(sock.recv())\nif d["x"] < 0:\n    why = "negative"\n    raise ValueError(why)')),
    ).toEqual(['safe']);
    expect(appliedTo(server(plain, { head: 'with sock:', indent: '    ' }))).toEqual(['safe']);
    const beside = '\ndef main():\n    try:\n        start(1)\n    except KeyboardInterrupt:\n        pass\n';
    expect(appliedTo(server(plain, { module: beside }))).toEqual(['safe']);
  });
});

describe('a receive that something else awaits is only explained', () => {
  it.each([
    'd = asyncio.get_event_loop().run_until_complete(sock.recv_json())\nsink(d["x"])',
    'd = asyncio.run(sock.recv_json())\nsink(d["x"])',
    'f = sock.recv_json()\nd = loop.run_until_complete(f)\nsink(d["x"])',
    'f = asyncio.ensure_future(sock.recv())\nsink(json.loads(f.result()))',
  ])('%s', (body) => {
    expect(appliedTo(server(body))).toEqual(['display-only']);
  });

  it.each([
    'd = await asyncio.wait_for(s.recv_json(), timeout=1)',
    'd = await asyncio.shield(s.recv_json())',
    't = asyncio.ensure_future(s.recv_json())\n        d = await t',
  ])('in a coroutine: %s', (line) => {
    const text = `import asyncio, zmq, zmq.asyncio\nasync def a_loop(ctx, out):\n    s = ctx.socket(zmq.PULL)\n    while True:\n        ${line}\n        out(d["n"])\n`;
    expect(appliedTo(text)).toEqual(['display-only']);
  });
});

describe('arguments of the decoding are not lost', () => {
  it.each([
    'd = sock.recv_string(encoding="latin-1")\nsink(json.loads(d))',
    'd = sock.recv_string(0, "latin-1")\nsink(json.loads(d))',
    'd = sock.recv_json(parse_float=str)\nsink(d["x"])',
    'd = sock.recv_json(**options)\nsink(d["x"])',
  ])('%s', (body) => {
    expect(appliedTo(server(body))).toEqual(['display-only']);
  });
});

describe('what others need of the error makes it unsafe', () => {
  it.each([
    [
      'a counter of all messages',
      server('d = json.loads(sock.recv())\nseen += 1\nkept.append(d["x"])', { before: 'seen = 0' }),
    ],
    [
      'a try around the call',
      server(plain, {
        module:
          '\ndef main(self):\n    try:\n        serve_loop(1, 2)\n    except Exception as e:\n        self.err = e\n',
      }),
    ],
    ['a transaction around the loop', server(plain, { head: 'with db.transaction():', indent: '    ' })],
    [
      'a batch',
      server('batch.append(json.loads(sock.recv()))\nif len(batch) >= 10:\n    sink(batch)\n    batch = []', {
        before: 'batch = []',
      }),
    ],
    ['a counter that is handed on', server('d = sock.recv_json()\nn = n + 1\nsink(d["x"], n)', { before: 'n = 0' })],
    [
      'a set that is asked',
      server('d = sock.recv_json()\nif d["x"] in seen:\n    continue\nseen.add(d["x"])\nsink(d["y"])', {
        before: 'seen = set()',
      }),
    ],
    [
      'an attribute that is set and set back',
      server('d = sock.recv_json()\nsink.busy = True\nsink.apply(d["x"])\nsink.busy = False'),
    ],
  ])('%s', (_, text) => {
    expect(appliedTo(text)).toEqual(['unsafe']);
  });

  it.each([
    [
      'closing before the raise',
      'd = sock.recv_json()\nif d["x"] < 0:\n    sock.close(0)\n    raise ValueError("negative")',
    ],
    [
      'a flag before the raise',
      'd = sock.recv_json()\nif d["x"] < 0:\n    sink.failed = True\n    raise ValueError("negative")',
    ],
    [
      'a comparison of ranks in a try',
      'try:\n    d = json.loads(sock.recv())\n    assert d["rank"] == 3, "other"\n    sink(d)\nexcept Exception as e:\n    raise RuntimeError("failed") from e',
    ],
    ['a comparison of versions', 'd = sock.recv_json()\nif d["version"] != 3:\n    raise RuntimeError("other")'],
  ])('and is wrong with %s', (_, body) => {
    expect(appliedTo(server(body))).toEqual(['display-only']);
  });
});

describe('a zeromq.js loop', () => {
  const over = (body: string, before = '', after = '') =>
    `import { Pull } from 'zeromq';\nclass Stop extends Error {}\nlet last;\nasync function serve() {\n  const sock = new Pull();\n${before}  for await (const [msg] of sock) {\n${body}  }\n}\nserve();\n${after}`;
  const use = '    last = JSON.parse(msg).id;\n';
  it.each([
    ['plain', over(use), 'safe'],
    ['a list that is only filled', over('    all.push(JSON.parse(msg));\n', '  const all = [];\n'), 'safe'],
    [
      'a batch',
      over('    all.push(JSON.parse(msg));\n    if (all.length > 3) { use(all); all = []; }\n', '  let all = [];\n'),
      'unsafe',
    ],
    [
      'a caught call',
      over(use, '', 'async function main() {\n  try { await serve(1); } catch (e) { log(e); }\n}\n'),
      'unsafe',
    ],
    [
      'a caught class',
      over(
        '    use(JSON.parse(msg));\n',
        '',
        'function main(go) {\n  go(new Stop()).catch((e) => { if (e instanceof Stop) return; });\n}\n',
      ),
      'unsafe',
    ],
    [
      'closing before the throw',
      over(
        '    const m = JSON.parse(msg);\n    if (m.n < 0) {\n      sock.close();\n      throw new RangeError("n");\n    }\n',
      ),
      'display-only',
    ],
    [
      'a line before the throw',
      over(
        '    const m = JSON.parse(msg);\n    if (m.n < 0) {\n      const why = "n";\n      throw new RangeError(why);\n    }\n',
      ),
      'safe',
    ],
  ])('with %s', (_, text, applicability) => {
    expect(appliedTo(text, 'javascript')).toEqual([applicability]);
  });
});

describe('keep-cause leaves a name alone that no longer holds the exception', () => {
  it.each([
    'e = str(e)',
    'del e',
    'for e in items:\n            use(e)',
    'with open(p) as e:\n            pass',
    'use(e := 1)',
    'try:\n            use()\n        except OSError as e:\n            pass',
    'a, e = 1, 2',
    'import e',
  ])('%s', (line) => {
    checkNone(
      'keep-cause',
      `def f(p):\n    try:\n        return p()\n    except KeyError as e:\n        ${line}\n        raise LookupError("a")\n`,
    );
  });

  it.each(['use([e for e in items])', 'e.code = 1', 'use(e or 1)'])('but not with %s', (line) => {
    const text = `def f(p):\n    try:\n        return p()\n    except KeyError as e:\n        ${line}\n        raise LookupError("a")\n`;
    expect(findingsOf('keep-cause', text).map(({ applicability }) => applicability)).toEqual(['safe']);
  });
});

describe('asks first, or is explained, where', () => {
  const cases: readonly (readonly [string, string, string, string])[] = [
    [
      'messages are numbered under another name',
      'last = -1\nwhile True:\n    n, body = sock.recv_multipart()\n    n = int.from_bytes(n, "big")\n    if n != last + 1:\n        raise RuntimeError("gap")\n    last = n',
      'unsafe',
      'keeps last',
    ],
    [
      'a generator takes them',
      'feed = self.consume()\nnext(feed)\nwhile True:\n    feed.send(json.loads(sock.recv()))',
      'unsafe',
      'calls feed.send',
    ],
    [
      'something is given back behind the handling',
      'while True:\n    who, body = sock.recv_multipart()\n    slot = self.pool.get_slot()\n    self.write(slot, json.loads(body)["id"])\n    self.pool.release_slot(slot)',
      'unsafe',
      'calls self.pool.get_slot',
    ],
    [
      'a lock is taken before the receive',
      'while True:\n    self.free.acquire()\n    data = json.loads(sock.recv())\n    self.start_work(data["id"])',
      'display-only',
      'stay taken',
    ],
    [
      'the message tells of a failure',
      'while True:\n    data = json.loads(sock.recv())\n    if data.get("fatal"):\n        raise RuntimeError(data["fatal"])',
      'display-only',
      'tells of',
    ],
    [
      'a field of it is set',
      'while True:\n    data = json.loads(sock.recv())\n    if why := data["reason"]:\n        raise RuntimeError(why)',
      'display-only',
      'tells of',
    ],
    [
      'threads meet at a barrier',
      'while True:\n    data = json.loads(sock.recv())\n    self.barrier.wait()',
      'display-only',
      'barrier.wait go on together',
    ],
    ['a pipe gets it', 'while True:\n    self.pipe.send(json.loads(sock.recv()))', 'display-only', 'handed to'],
    [
      'a queue gets what is decoded in place',
      'while True:\n    who, body = sock.recv_multipart()\n    self.queue.put((who, json.loads(body)))',
      'display-only',
      'handed to a queue',
    ],
  ];

  it.each(cases)('%s', (_name, lines, applicability, why) => {
    const found = findingsOf('drop-malformed-message', listener(lines, 'PULL'));
    expect(found.map((one) => [one.applicability, one.why])).toEqual([[applicability, expect.stringContaining(why)]]);
  });

  it('a class that the file raises elsewhere may end the loop', () => {
    const text = `${listener('while True:\n    self.run(json.loads(sock.recv()))', 'PULL')}\n    def stop(self):\n        raise StopListening\n`;
    const [finding] = findingsOf('drop-malformed-message', text);
    expect([finding?.applicability, finding?.why]).toEqual(['unsafe', expect.stringContaining('calls self.run')]);
  });

  it('but not where all that is raised is in sight', () => {
    const text = `${listener('while True:\n    self.items.append(json.loads(sock.recv()))', 'PULL')}\n    def stop(self):\n        raise SystemExit\n`;
    expect(findingsOf('drop-malformed-message', text).map(({ applicability }) => applicability)).toEqual(['safe']);
  });
});
