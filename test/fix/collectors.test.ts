/** Loops that count what has come: a dropped message may be the one that is missed. */
import { describe, expect, it } from 'vitest';
import { checkWithheld, findingsOf } from './check';
import { listener } from './pythonListener';

const fix = 'drop-malformed-message';
const received = '    data = json.loads(sock.recv())\n    self.latest[data["id"]] = data\n';
const found = (lines: string, kind = 'PULL') =>
  findingsOf(fix, listener(lines, kind)).map(({ applicability, why }) => [applicability, why]);

describe('a loop that ends with what it waits for is only explained:', () => {
  it.each([
    ['a number of results', `while True:\n${received}    if len(self.latest) == total:\n        break`],
    ['a return of them', `while True:\n${received}    if len(self.latest) >= total:\n        return`],
    ['a counter', `seen = 0\nwhile True:\n${received}    seen += 1\n    if seen == total:\n        break`],
    [
      'a counter of stop messages',
      `seen = 0\nwhile True:\n${received}    if data["id"] == "end":\n        seen += 1\n        if seen == total:\n            break`,
    ],
    [
      'a sum of what came',
      `size = 0\nwhile True:\n${received}    size += data["size"]\n    if size == total:\n        break`,
    ],
    [
      'a set that gets empty',
      `pending = {1, 2}\nwhile True:\n${received}    pending.discard(data["id"])\n    if not pending:\n        break`,
    ],
    [
      'a set that gets full',
      `seen = set()\nwhile True:\n${received}    seen.add(data["id"])\n    if seen == wanted:\n        return`,
    ],
    ['keys that go', `while True:\n${received}    del waiting[data["id"]]\n    if not waiting:\n        break`],
    ['a flag that it works out', `done = False\nwhile not done:\n${received}    done = len(self.latest) == total`],
    [
      'a flag that it sets',
      `finished = False\nwhile not finished:\n${received}    if len(self.latest) == total:\n        finished = True`,
    ],
    [
      'an event that it sets',
      `while not self.closed.is_set():\n${received}    if len(self.latest) == total:\n        self.closed.set()`,
    ],
    ['a number of rounds', `for _ in range(3):\n${received}`],
    ['a condition of what came', `while len(self.latest) < 3:\n${received}`],
  ])('%s', (_name, lines) => {
    checkWithheld(fix, listener(lines, 'PULL'), 'known set', 'sock.recv()');
  });

  it.each([
    ['one message', `while True:\n${received}    break`, 'ends with the first message'],
    [
      'a gauge that rises and falls',
      `pending = 0\nwhile True:\n${received}    pending += 1\n    pending -= 1\n    if pending > 3:\n        break`,
      'an end of its own',
    ],
    ['a clock', `while time.time() < deadline:\n${received}`, 'an end of its own'],
    ['a poll that finds nothing', `while sock.poll(100):\n${received}`, 'an end of its own'],
    ['as many as are asked for', `for number in itertools.count():\n${received}`, 'an end of its own'],
  ])('%s, and the reason claims no set', (_name, lines, reason) => {
    checkWithheld(fix, listener(lines, 'PULL'), reason, 'sock.recv()');
  });
});

describe('asks first where somebody may count:', () => {
  const own = 'a condition of its own';

  it.each([
    ['what remains is counted down', `while True:\n${received}    remaining -= 1`, 'keeps remaining'],
    [
      'who has sent is crossed off',
      `while True:\n${received}    self.pending.discard(data["id"])`,
      'calls self.pending.discard',
    ],
    ['a key of what waits goes', `while True:\n${received}    del self.waiting[data["id"]]`, 'comes before'],
    ['an event is set', `while True:\n${received}    self.ready.set()`, 'calls self.ready.set'],
    ['a semaphore is released', `while True:\n${received}    self.free.release()`, 'calls self.free.release'],
    [
      'a counter is compared elsewhere',
      `self.seen = 0\nif self.seen > 3:\n    pass\nwhile True:\n${received}    self.seen += 1`,
      'counts in self.seen',
    ],
    [
      'a time is over',
      `while True:\n    if time.monotonic() > deadline:\n        break\n${received}`,
      'calls time.monotonic',
    ],
    ['it counts for its statistics', `while True:\n${received}    self.stats.received += 1`, 'self.stats.received'],
    [
      'a message ends it',
      `while True:\n    msg = sock.recv()\n    if msg == b"STOP":\n        break\n    self.latest = json.loads(msg)`,
      own,
    ],
    [
      'a message sets its flag',
      `while not self.stopped:\n    msg = sock.recv()\n    if msg == b"STOP":\n        self.stopped = True\n        continue\n    self.latest = json.loads(msg)`,
      'sets self.stopped',
    ],
    ['a condition says nothing', `while True:\n${received}    if self.enough():\n        break`, 'calls self.enough'],
    ['a flag may mean either', `while not self.done:\n${received}`, 'all messages having come'],
    ['a future may mean either', `while not self.future.done():\n${received}`, 'all messages having come'],
    ['an event may mean either', `while not self.all_ready.is_set():\n${received}`, 'all messages having come'],
    [
      'the time limit of the socket ends it',
      `sock.setsockopt(zmq.RCVTIMEO, 100)\nwhile True:\n${received}`,
      'a time limit',
    ],
    [
      'a loop around starts it again',
      `for attempt in range(3):\n    while True:\n${received.replaceAll(/^/gm, '    ')}`,
      'stands in another one',
    ],
    [
      'another while starts it again',
      `while tries < 3:\n    tries += 1\n    while True:\n${received.replaceAll(/^/gm, '    ')}`,
      'stands in another one',
    ],
  ])('%s', (_name, lines, reason) => {
    expect(found(lines)).toEqual([['unsafe', expect.stringContaining(reason)]]);
  });

  it('the kind of the socket is not in sight, or it has one peer', () => {
    const unknown = listener(`while True:\n${received}`, 'PULL').replace('ctx.socket(zmq.PULL)', 'make()');
    expect(findingsOf(fix, unknown).map(({ applicability }) => applicability)).toEqual(['unsafe']);
    expect(found(`while True:\n${received}`, 'PAIR')).toEqual([['unsafe', expect.stringContaining('PAIR')]]);
  });
});

describe('is safe where a loop only', () => {
  it.each([
    ['keeps what came', `while True:\n    self.items.append(json.loads(sock.recv()))`],
    ['ends by a flag of others', `while True:\n    if self._stop.is_set():\n        break\n${received}`],
    ['runs while a flag of others says so', `while self.running.is_set():\n${received}`],
    [
      'tries the same message again',
      `while True:\n    msg = sock.recv()\n    for attempt in range(3):\n        if attempt > 1:\n            break\n    self.latest = json.loads(msg)`,
    ],
    [
      'has a nested function that counts',
      `while True:\n${received}    def later():\n        nonlocal remaining\n        remaining -= 1\n        return remaining`,
    ],
    [
      'has a nested function that ends',
      `while True:\n${received}    def check():\n        for item in data:\n            if item:\n                break\n        raise SystemExit`,
    ],
    [
      'has a class in it',
      `while True:\n    class Local:\n        def run(self):\n            return self.rank\n${received}`,
    ],
  ])('%s', (_name, lines) => {
    expect(found(lines)).toEqual([['safe', expect.any(String)]]);
  });
});

describe('a future that something else awaits is not taken for the message:', () => {
  const task = (receive: string) => `import asyncio
import json
import zmq
import zmq.asyncio


async def listen(ctx):
    sock = ctx.socket(zmq.PULL)
    while True:
        ${receive}
        keep(json.loads(msg))
`;

  it.each([
    ['with a time limit', 'msg = await asyncio.wait_for(sock.recv(), timeout=1)'],
    ['shielded', 'msg = await asyncio.shield(sock.recv())'],
    ['by its name', 'coming = sock.recv()\n        msg = await coming'],
  ])('%s', (_name, receive) => {
    const found = findingsOf(fix, task(receive));
    expect(found.filter(({ edits }) => edits.length > 0)).toEqual([]);
    expect(findingsOf(fix, task('msg = await sock.recv()')).map(({ applicability }) => applicability)).toEqual([
      'unsafe',
    ]);
  });
});
