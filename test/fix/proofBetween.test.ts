/** What an earlier message left and a later one is held against, what fails between two changes, and what says the end. */
import { describe, expect, it } from 'vitest';
import { findingsOf } from './check';
import { answers, drop, python } from './proofSources';

/** A server with these lines in its loop, more members, and what stands around the class. */
function server(lines: string, members = '', above = '', decode = 'm = json.loads(body)'): string {
  const text = python(lines).replace('m = json.loads(body)', decode);
  return `${text.replace('class Server:', `${above}\nclass Server:`)}${members}`;
}

const raw = 'n = int.from_bytes(body, "big")';

describe('a Python loop asks first where a message', () => {
  it.each([
    ['is looked for beside the last', 'if m["before"] not in (self.c, None):\n    continue\nself.c = m["id"]'],
    ['is compared with the last in a tuple', 'if (m["p"], 1) != (self.c, 1):\n    continue\nself.c = m["id"]'],
    ['is compared with the last as text', 'if m["before"] != f"{self.c}":\n    continue\nself.c = m["id"]'],
    ['is compared with its str', 'if str(self.c) != m["before"]:\n    continue\nself.c = m["id"]'],
    [
      'is compared with text of the last by name',
      'old = f"{self.c}"\nif old != m["p"]:\n    continue\nself.c = m["id"]',
    ],
    [
      'is compared with a str of the last by name',
      'old = str(self.c)\nif old != m["p"]:\n    continue\nself.c = m["id"]',
    ],
    [
      'is held against whether one was known',
      'old = who in self.a\nif old == m["new"]:\n    continue\nself.a[who] = m["x"]',
    ],
    ['is held against what is set', 'old = self.c is not None\nif old != m["on"]:\n    continue\nself.c = m["x"]'],
    [
      'raises behind a search',
      'if any(r == m["id"] for r in self.items):\n    raise ValueError(m)\nself.items.append(m["id"])',
    ],
    [
      'raises behind what was found',
      'r = next((r for r in self.items if r == m["id"]), None)\nif r:\n    raise ValueError(m)\nself.items.append(m["id"])',
    ],
    [
      'raises where it is not the latest',
      'if not all(r < m["n"] for r in self.items):\n    raise ValueError(m)\nself.items.append(m["n"])',
    ],
    ['is compared with its truth', 'if bool(self.c) == m["on"]:\n    continue\nself.c = m["id"]'],
    ['is compared with an item', 'if self.a["last"] != m["before"]:\n    continue\nself.a["last"] = m["id"]'],
    ['is compared with an item by name', 'old = self.a[who]\nif old != m["p"]:\n    continue\nself.a[who] = m["id"]'],
    ['is compared by walrus', 'if (old := self.a["x"]) != m["p"]:\n    continue\nself.a["x"] = m["id"]'],
    ['is a difference to an item', 'old = self.a[who]\nself.b[m["k"]] = m["sum"] - old\nself.a[who] = m["sum"]'],
    [
      'gets what another one left',
      'if m["t"]:\n    self.items.append(m["v"])\nelse:\n    self.b[self.items.pop()] = m["v"]',
    ],
    ['gets the first of a list', 'key = m["k"]\nself.b[key] = self.ids.popleft()'],
    ['moves an entry', 'k = m["k"]\nif k in self.a:\n    self.b[k] = self.a.pop(k)\nelse:\n    self.a[k] = m["v"]'],
  ])('%s', (_name, lines) => {
    const members = '    def more(self):\n        self.ids = collections.deque()\n';
    const found = answers(server(lines, members, 'import collections'), 'python');
    expect(found).toEqual([['unsafe', expect.stringContaining('The loop keeps self.')]]);
  });

  it.each([
    ['text has no bytes', 'n = m["n"]\nself.a[who] = n\nsock.send_multipart([who, str(n).encode()])'],
    ['formatted text has no bytes', 'n = m["n"]\nself.a[who] = n\nself.b[who] = f"{n}".encode()'],
    ['text is printed', 'n = m["n"]\nself.items.append(n)\nprint("new", n)\nself.a[who] = n'],
    ['a value is nested deep', 'self.items.append(who)\nself.a[who] = str(m)'],
    ['a number is packed', 'self.a[n] = who\nsock.send_multipart([who, struct.pack("<H", n)])', raw],
    ['a number is a character', 'self.items.append(n)\nself.a[who] = chr(n)', raw],
    ['a number has too many digits', 'self.items.append(n)\nself.a[who] = f"rank-{n}"', raw],
    ['a number shifts another', 'self.items.append(n)\nself.a[who] = 1 << n', raw],
    ['a number says how many bytes', 'self.items.append(n)\nself.a[who] = bytes(n)', raw],
    ['a kind is asked for', 'k = m["kind"]\nself.items.append(who)\nif isinstance(who, k):\n    self.c = who'],
    ['a step is nought', 'self.items.append(n)\nself.c = who[::n]', raw],
    ['a bound is no number', 'n = m["n"]\nself.items.append(n)\nself.c = who[:n]'],
    ['a length is looked for', 'rows = ["a"]\nself.items.append(who)\nself.a[who] = rows[len(body)]'],
    ['a number is looked up', 'rows = {1: "a"}\nself.items.append(who)\nself.a[who] = rows[n]', raw],
    ['a number is sought', 'rows = [1]\nn = len(body)\nself.items.append(who)\nself.a[who] = rows.index(n)'],
    ['as many are taken', 'rows = [1, 2]\nfor x in m["xs"]:\n    self.items.append(rows.pop())'],
    ['each turn has another key', 'for i in range(3):\n    self.items.append(m[f"k{i}"])'],
    ['a generator runs later', 'ns = (len(x) for x in m["xs"])\nself.items.append(who)\nself.a[who] = sum(ns)'],
    ['a generator is gone through', 'for n in (len(x) for x in m["xs"]):\n    self.items.append(n)'],
    ['a generator is counted', 'for i, n in enumerate(len(x) for x in m["xs"]):\n    self.items.append(n)'],
    ['targets are set in turn', 'self.c = self.a[m["id"]] = who'],
    [
      'the peer has gone',
      'n = m["n"]\nself.a[who] = n\nsock.send_multipart([who, b"ok"])',
      'sock.router_mandatory = 1',
    ],
  ])('is handled by half: %s', (_name, lines, decode = '') => {
    const first = decode === raw ? raw : `${decode}\n            m = json.loads(body)`.trim();
    const [found] = answers(server(lines, '', 'import struct', first), 'python');
    expect(found).toEqual(['unsafe', expect.stringMatching(/comes before something else|makes a generator|sets sock/)]);
  });

  it.each([
    ['no more data', 'EOFError("done")', 'a signal to end'],
    ['the end of a stream', 'EndOfStreamError(m)', 'a signal to end'],
    ['that all is finished', 'FinishedError(m)', 'a signal to end'],
    ['a wish for a restart', 'RestartRequiredError(m)', 'a signal to end'],
    ['a stop in its text', 'RuntimeError("shutdown requested by peer")', 'is to end'],
  ])('raises %s', (_name, raised, why) => {
    const found = answers(server(`if not m:\n    raise ${raised}\nself.c = m["x"]`), 'python');
    expect(found).toEqual([['unsafe', expect.stringContaining(why)]]);
  });

  it.each([
    ['a class gets a descriptor by its name', 'self.c = m["x"]', '    c = positive\n', '', 'runs code'],
    [
      'attributes are exchanged',
      'self.a[who] = m["x"]',
      '    def f(self, d):\n        self.__dict__.update(d)\n',
      '',
      'another meaning',
    ],
    [
      'the class is exchanged',
      'self.a[who] = m["x"]',
      '    def f(self, d):\n        self.__class__ = d\n',
      '',
      'another meaning',
    ],
    ['a module is exchanged', 'self.a[who] = m["x"]', '', 'sys.modules["json"] = other', 'another meaning'],
    [
      'the bound of a table counts',
      'self.items.append(m["x"])\nwhile len(self.items) > self.most:\n    self.items.pop(0)',
      '    @property\n    def most(self):\n        return next(ns)\n',
      '',
      '',
    ],
    [
      'isinstance runs code',
      'if isinstance(m["x"], Kind):\n    pass\nself.c = m["x"]',
      '',
      'class Meta(type):\n    def __instancecheck__(cls, o):\n        seen.append(o)\n',
      '__instancecheck__',
    ],
    ['an operator runs code', 'self.out << m["x"]\nself.c = m["y"]', '', '', 'of which nothing is known'],
    ['logging is something else', 'self.c = m["x"]', '', 'logging = None', 'another meaning'],
    [
      'threads are listed by another name',
      'self.a[m["x"]] = who',
      '',
      'from threading import enumerate as all_of\nn = len(all_of())',
      'all_of()',
    ],
    ['frames of threads are looked at', 'self.a[m["x"]] = who', '', 'alive = sys._current_frames()', '_current_frames'],
    [
      'each end is followed by a new start',
      'self.a[m["x"]] = who',
      '',
      'for n in range(3):\n    t = start()\n    t.join()',
      't.join()',
    ],
    [
      'the end of a thread is waited for',
      'self.a[m["x"]] = who',
      '',
      'import weakref\nweakref.finalize(thread, restart)',
      'weakref.finalize',
    ],
    ['threads are counted', 'self.a[m["x"]] = who', '', 'n = psutil.Process().num_threads()', 'num_threads'],
    [
      'someone waits by another name',
      'self.a[m["x"]] = who',
      '    def wait(self, k):\n        rows = self.a\n        while k not in rows:\n            pass\n',
      '',
      'waits for self.a',
    ],
    [
      'someone waits by a method',
      'self.a[m["x"]] = who',
      '    def find(self, k):\n        return self.a.get(k)\ndef wait(s):\n    while s.find(1) is None:\n        pass\n',
      '',
      'waits for self.a',
    ],
  ])('is told by what the file holds: %s', (_name, lines, members, above, why) => {
    const [found] = answers(server(lines, members, above), 'python');
    expect(found).toEqual(['unsafe', expect.stringContaining(why)]);
  });

  it('may answer what another method has asked on the ROUTER', () => {
    const ask = '    def ask(self, job):\n        self.sock.send_multipart([job, b"run"])\n';
    const text = server('self.a[m["x"]] = who', ask)
      .replace('sock = ctx.socket(zmq.ROUTER)', 'self.sock = ctx.socket(zmq.ROUTER)')
      .replace('sock.recv_multipart', 'self.sock.recv_multipart');
    expect(answers(text, 'python')).toEqual([['unsafe', expect.stringContaining('asks through this socket')]]);
  });
});

describe('a Python loop is safe where', () => {
  it.each([
    ['a number is a key', 'self.a[n] = who', raw],
    [
      'a log line shows what has been a key',
      'n = m["n"]\nself.a[n] = who\nlogger.info(f"new {n}")\nsock.send_multipart([who, b"ok"])',
    ],
    ['a length goes into the log', 'self.a[m["n"]] = who\nlogger.info("%d now", len(self.a))'],
    [
      'what was found is replaced',
      'row = {"id": m["id"]}\nat = next((i for i, r in enumerate(self.items) if r.get("id") == m["id"]), None)\nif at is not None:\n    self.items[at] = row\nelse:\n    self.items.append(row)',
    ],
    [
      'what was searched is left out',
      'if any(r == m["id"] for r in self.items):\n    continue\nself.items.append(m["id"])',
    ],
    ['what is printed comes last', 'n = m["n"]\nself.a[n] = who\nprint(f"new {n}")'],
    ['a written list is searched', 'if m["t"] not in ("put", "set"):\n    raise ValueError(m)\nself.a[who] = m["v"]'],
    [
      'each is waited for in the end',
      'self.a[m["x"]] = who',
      undefined,
      'def stop(ts):\n    for t in ts:\n        t.join()\n',
    ],
    ['an entry is taken out and left', 'self.a.pop(m["x"], None)'],
  ])('%s', (_name, lines, decode = 'm = json.loads(body)', members = '') => {
    expect(answers(server(lines, members, '', decode), 'python').map(([it]) => it)).toEqual(['safe']);
  });

  it('each target gets the value in turn, and only one is kept', () => {
    expect(answers(server('last = self.c = m["x"]\nlogger.info("%s", last)'), 'python').map(([it]) => it)).toEqual([
      'safe',
    ]);
  });
});

it('a helper that is told of the state raises for that, and not for the message', () => {
  const check =
    '    def check(self):\n        known = self.c is not None\n        if known:\n            raise ValueError(1)\n';
  const [found] = answers(server('self.check()\nself.b[who] = m["x"]', check), 'python');
  expect(found).toEqual(['unsafe', expect.stringContaining('not about the message')]);
});

it('writes no call of a logger that may be none', () => {
  const text = server('self.c = m["x"]\nlog.info("x")', '', 'log = None');
  const written = findingsOf(drop, text, 'python').flatMap(({ edits }) => edits.map(({ newText }) => newText));
  expect(written.join('')).toContain('logging.getLogger(__name__).exception(');
});
