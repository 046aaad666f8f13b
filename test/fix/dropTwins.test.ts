/** What is said of a loop does not depend on how its receive is spelled, and its contexts count for what they are. */
import { describe, expect, it } from 'vitest';
import { checkNone, findingsOf } from './check';
import { listener } from './pythonListener';

const fix = 'drop-malformed-message';
const found = (text: string) => findingsOf(fix, text).map(({ applicability, why }) => [applicability, why]);

describe('an expression in place is judged as if it were named first:', () => {
  const uses = [
    ...['q.put(%["id"])', 'q.put_nowait(%)', 'q.put({"id": %["id"]})', 'q.put([x for x in %])', 'q.put((1, %["id"]))'],
    ...['q.put(f"{%[\'id\']}")', 'q.put(dict(id=%["id"]))', 'q.put(Item(%["id"]).checked())', 'q.put(*%)'],
    ...['self.future.set_result(%["id"])', 'self.last = %["id"]', 'self.items.append(%["id"])', 'handle(%["id"])'],
    ...['self.table[%["id"]] = 1', 'print(f"{%[\'id\']}")', 'return %["id"]', 'yield %["id"]', 'yield {"id": %["id"]}'],
    ...[
      'return [x["id"] for x in %]',
      'self.seen.discard(%["id"])',
      'self.waiting[%["id"]].set()',
      'yield from %["id"]',
    ],
    ...['return f"{%[\'id\']}"', 'return dict(%)', 'assert %["rank"] == self.rank', 'barrier(%["id"])'],
  ];
  const decoders = ['json.loads(sock.recv())', 'msgpack.unpackb(sock.recv(), raw=False)', 'sock.recv_json()'];

  it.each(decoders.flatMap((made) => uses.map((use) => [use, made] as const)))('%s of %s', (use, made) => {
    const [nested] = found(listener(`while True:\n    ${use.replace('%', made)}`, 'PULL'));
    const [named] = found(listener(`while True:\n    m = ${made}\n    ${use.replace('%', 'm')}`, 'PULL'));
    expect(named).toBeDefined();
    // A receive within a comprehension is never taken out of it.
    expect(rank(nested?.[0])).toBeGreaterThanOrEqual(rank(named?.[0]));
    if (named?.[0] === 'display-only') expect(nested?.[0]).toBe('display-only');
    if (nested?.[0] === 'safe') expect(nested).toEqual(named);
  });
});

const rank = (applicability: string | undefined) => ['safe', 'unsafe', 'display-only'].indexOf(applicability ?? '');

describe('a context around the loop', () => {
  const inside = (head: string, imports = '') =>
    `import json\nimport threading\nimport zmq\nfrom contextlib import closing\n${imports}\n\nclass Server:\n    def __init__(self, ctx):\n        self.sock = ctx.socket(zmq.PULL)\n        self.context = zmq.Context()\n        threading.Thread(target=self.listen).start()\n\n    def listen(self, ctx, given: zmq.Context):\n        sock = ctx.socket(zmq.PULL)\n        own = zmq.Context.instance()\n        ${head}:\n            while True:\n                self.last = json.loads(sock.recv())["id"]\n`;

  it.each([
    ['with zmq.Context() as made', ''],
    ['with zmq.Context.instance()', ''],
    ['with Context() as made', 'from zmq import Context\n'],
    ['with Made() as made', 'from zmq import Context as Made\n'],
    ['with zmq.asyncio.Context() as made', 'import zmq.asyncio\n'],
    ['with tasks.Context() as made', 'import zmq.asyncio as tasks\n'],
    ['with own', ''],
    ['with given', ''],
    ['with sock', ''],
    ['with closing(sock)', ''],
    ['with self.context', ''],
    ['with zmq.Context() as made, made.socket(zmq.PUSH) as out', ''],
    ['with open_socket(zmq.PULL) as sock', ''],
  ])('%s ends the same way with and without an error', (head, imports) => {
    expect(found(inside(head, imports)).map(([applicability]) => applicability)).toEqual(['safe']);
  });

  it.each([
    ['with my_context()', ''],
    ['with ctx', ''],
    ['with context() as zmq_ctx', ''],
    ['with Context() as made', 'from app import Context\n'],
    ['with app.Context()', 'import app\n'],
    ['with socket_lock', ''],
    ['with self.sock_guard', ''],
    ['with track(sock)', ''],
    ['with zmq.Context() as made, span("socket")', ''],
    ['with closing(ctx)', ''],
    ['with ExitStack() as sockets', ''],
  ])('%s may not, so it asks first', (head, imports) => {
    const rows = found(inside(head, imports));
    expect(rows).toEqual([['unsafe', expect.stringContaining('The loop stands in')]]);
  });
});

describe('a receive in the head of a loop is explained:', () => {
  const use = '\n    self.handle(json.loads(raw)["id"])';

  it.each([
    [`while (raw := sock.recv()):${use}`, 'An empty message'],
    [`while raw := sock.recv():${use}`, 'An empty message'],
    [`while (raw := sock.recv()) != b"end":${use}`, 'no clause can stand'],
    [`while (raw := sock.recv_string()) is not None:${use}`, 'no clause can stand'],
    [`for raw in iter(sock.recv, b""):${use}`, 'An empty message'],
    [`for raw in iter(lambda: sock.recv(), b"end"):${use}`, 'no clause can stand'],
    [`for number, raw in enumerate(iter(sock.recv, None)):${use}`, 'no clause can stand'],
    [`for identity, raw in iter(sock.recv_multipart, None):\n    self.handle(raw)`, 'no clause can stand'],
    [`while (raw := sock.recv()):\n    q.put(json.loads(raw)["id"])`, 'handed to a queue'],
    [`while (raw := sock.recv()):\n    yield json.loads(raw)`, 'yields the message'],
  ])('%s', (lines, why) => {
    expect(found(listener(lines, 'PULL'))).toEqual([['display-only', expect.stringContaining(why)]]);
  });

  it.each([
    [
      'a guard in the body',
      'while (raw := sock.recv()):\n    try:\n        self.handle(json.loads(raw))\n    except Exception:\n        pass',
    ],
    ['nothing that can fail', 'while (raw := sock.recv()):\n    print(raw)'],
    ['a socket of TCP', `while (raw := conn.recv(4096)):${use}`],
    ['the frames of one message', 'for frame in sock.recv_multipart():\n    print(frame)'],
    ['another iterator', `for raw in iter(self.lines.get, None):${use}`],
  ])('and nothing is said for %s', (_name, lines) => {
    checkNone(fix, listener(lines, 'PULL'));
  });
});
