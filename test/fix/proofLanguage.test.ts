/** What the language of Python lets through that looks plain: none of it is offered as safe. */
import { describe, expect, it } from 'vitest';
import { answers, python } from './proofSources';

describe('a Python loop asks first: what the language lets through', () => {
  const server = (lines: string, members = '', above = '') =>
    `${python(lines).replace('class Server:', `${above}\nclass Server:`)}${members}`;
  const known = '    def known(self, who):\n        return who in self.a\n';
  const take = '    def take(self, m):\n        print(m)\n';

  it.each([
    [
      'a helper that looks into what changes',
      'if self.known(who):\n    raise ValueError("twice")\nself.a[who] = m',
      known,
      '',
      'keeps self.a',
    ],
    [
      'a name for what was looked up',
      'seen = who in self.a\nif seen:\n    raise ValueError("twice")\nself.a[who] = m',
      '',
      '',
      'keeps self.a',
    ],
    [
      'a round that ends before',
      'if who not in self.a:\n    self.a[who] = m\n    continue\nif m["x"] > 1:\n    raise ValueError("twice")',
      '',
      '',
      'keeps self.a',
    ],
    ['a state that waits for the next', 'if self.c == m["before"]:\n    self.c = m["id"]', '', '', 'keeps self.c'],
    [
      'a state under another name',
      'last = self.c\nif last != m["before"]:\n    continue\nself.c = m["id"]',
      '',
      '',
      'keeps self.c',
    ],
    [
      'an else of a loop that ends the round',
      'for x in m["xs"]:\n    if x == 1:\n        break\nelse:\n    continue\nself.items.append(1)\nself.a[m["n"]] = who',
      '',
      '',
      'self.items.append comes',
    ],
    [
      'a guard that changes something',
      'match m:\n    case {"k": k} if self.a.pop(k, None):\n        pass\n    case _:\n        self.b[m["n"]] = who',
      '',
      '',
      'self.a.pop comes',
    ],
    [
      'a part of what is kept, by a pattern',
      'match self.items:\n    case [first, *_]:\n        first.append(who)\n        self.b[who] = m["n"]',
      '',
      '',
      'calls first.append',
    ],
    [
      'a head of a loop that changes something',
      'while self.items.append(1):\n    continue\nself.a[m["n"]] = who',
      '',
      '',
      'self.items.append comes',
    ],
    [
      'a name of a comprehension',
      'rows = [log for log in m["xs"]]\nlog.append(rows)\nself.a[m["n"]] = who',
      '',
      'log = []',
      'log.append comes',
    ],
    [
      'a list that grows under another name',
      'rows = self.items\nrows += [who]\nself.a[m["n"]] = who',
      '',
      '',
      'keeps self.items',
    ],
    ['the body of a class', 'class Note:\n    n = self.items.append(who)\nself.a[m["n"]] = who', '', '', 'class Note'],
    [
      'a default of a function',
      'def put(n=self.items.append(who)):\n    pass\nself.a[m["n"]] = who',
      '',
      '',
      'self.items.append comes',
    ],
    [
      'an empty list that is taken from',
      'n = m["n"]\nself.items.append(n)\nself.a[n] = self.b.pop()',
      '',
      '',
      'self.items.append comes',
    ],
    ['a key that is deleted', 'n = m["n"]\nself.items.append(n)\ndel self.b["old"]', '', '', 'self.items.append comes'],
    [
      'a key that cannot be one',
      'n = m["n"]\nk = m["k"]\nself.items.append(n)\nself.a[k] = n',
      '',
      '',
      'self.items.append comes',
    ],
    ['two tables by two keys', 'n = m["n"]\nk = m["k"]\nself.a[n] = who\nself.b[k] = n', '', '', 'self.a[n] comes'],
    [
      'a set by a key that cannot be one',
      'n = m["n"]\nself.items.append(n)\nself.inflit.add(n)'.replaceAll('inflit', 's'),
      '    def more(self):\n        self.s = set()\n',
      '',
      'self.items.append comes',
    ],
    ['a place in a list', 'n = m["n"]\nself.a[n] = who\nself.items[n] = who', '', '', 'self.a[n] comes'],
    [
      'text that is decoded',
      'self.items.append(who)\nself.a[who] = str(body, "utf-8")',
      '',
      '',
      'self.items.append comes',
    ],
    [
      'an attribute of what may be nothing',
      'self.items.append(who)\nself.a[who] = self.leader.address',
      '',
      '',
      'self.items.append comes',
    ],
    ['the most of an empty table', 'self.items.append(who)\nself.c = max(self.b)', '', '', 'self.items.append comes'],
    ['options that hold a hook', 'd = json.loads(body, **self.options)\nself.a[who] = d["x"]', '', '', 'to a function'],
    [
      'a part that is gone',
      'n = m["n"]\nd = m\nd.pop("n")\nself.items.append(n)\nself.a[who] = m["n"]',
      '',
      '',
      'self.items.append comes',
    ],
    [
      'a name that is not given on every way',
      'self.take(m, who)',
      '    def take(self, m, who):\n        self.items.append(m["n"])\n        if self.on:\n            n = 1\n        self.b[who] = n\n',
      '',
      'may have no value',
    ],
    [
      'a function put in place later',
      'take(self.a, m["x"])',
      '',
      'def take(a, x):\n    print(x)\ndef use(f):\n    global take\n    take = f\n',
      'calls take',
    ],
    [
      'a function that is imported behind',
      'take(self.a, m["x"])',
      '',
      'def take(a, x):\n    print(x)\nfrom other import take\n',
      'calls take',
    ],
    ['a method wrapped in its class', 'self.take(m["x"])', `${take}    take = counted(take)\n`, '', 'calls self.take'],
    ['a method put on the class', 'self.take(m["x"])', `${take}Server.take = count\n`, '', 'calls self.take'],
    [
      'a method of a class derived twice',
      'self.take(m["x"])',
      `${take}class B(Server):\n    pass\nclass C(B):\n    def take(self, m):\n        self.n += m\n`,
      '',
      'calls self.take',
    ],
    [
      'a method of a class beside',
      'self.take(m["x"])',
      `${take}class Mix:\n    def take(self, m):\n        self.n += m\nclass C(Mix, Server):\n    pass\n`,
      '',
      'calls self.take',
    ],
    [
      'a number of another kind',
      'n = int.from_bytes(who, "big")\nself.a[n] = m["x"]',
      '',
      'int = Noted',
      'calls int.from_bytes',
    ],
    ['a module of another kind', 'self.a[who] = json.loads(body)["x"]', '', 'json = Counting()', 'calls json.loads'],
    [
      'a function put into a module',
      'self.a[who] = json.loads(body)["x"]',
      '',
      'json.loads = counting',
      'calls json.loads',
    ],
    ['everything from somewhere', 'self.a[who] = int(m["x"])', '', 'from other import *', 'calls'],
    ['a built-in that is patched', 'self.a[who] = int(m["x"])', '', 'builtins.int = noted', 'calls int'],
    [
      'a logger of the file',
      'log.info("begin")\nself.a[who] = m["x"]',
      '',
      'class Logger:\n    pass\nlog = Logger()',
      'calls log.info',
    ],
    [
      'a class by a name for something else',
      'x = m["x"]\nself.a[who] = Peer(x)',
      '',
      'Peer = registry.enlist',
      'calls Peer',
    ],
    [
      'a class whose fields are made',
      'x = m["x"]\nself.a[who] = Peer(x)',
      '',
      '@dataclass\nclass Peer:\n    x: int\n    n: int = field(default_factory=next_id)\n',
      'calls Peer',
    ],
    [
      'a class that something wraps',
      'x = m["x"]\nself.a[who] = Peer(x)',
      '',
      '@enlisted\nclass Peer:\n    x: int\n',
      'calls Peer',
    ],
    [
      'a property by its long name',
      'n = self.next_id\nself.a[m["x"]] = n',
      '    next_id = property(take_id)\n',
      '',
      'which runs code',
    ],
    [
      'a method by a name that is made',
      'self.a[m["x"]] = who',
      '    def all(self, kind):\n        getattr(self, "serve_" + kind)()\n',
      '',
      'another meaning',
    ],
    ['code in a string', 'self.a[m["x"]] = who', '', 'exec(source)', 'another meaning'],
    ['names that are set', 'self.a[m["x"]] = who', '', 'globals()["int"] = noted', 'another meaning'],
    [
      'an operator of the file',
      'if m["x"] == self.limit:\n    self.b[who] = m["y"]',
      '',
      'class Limit:\n    def __eq__(self, other):\n        self.n += 1\n',
      '__eq__',
    ],
    [
      'an attribute that is not there',
      'self.b[m["x"]] = who',
      '',
      'class Lazy:\n    def __getattr__(self, name):\n        return load(name)\n',
      '__getattr__',
    ],
    [
      'an error that another thread left',
      'self.check(m)',
      '    def check(self, m):\n        if self.last_error:\n            raise self.last_error\n        self.c = m["x"]\n',
      '',
      'raises self.last_error',
    ],
    [
      'an error about something else',
      'self.check(m)',
      '    def check(self, m):\n        if not self.ready:\n            raise RuntimeError("early")\n        self.c = m["x"]\n',
      '',
      'not about the message',
    ],
    ['a getter that takes', 'if get_job() == m["x"]:\n    self.b[who] = m["y"]', '', '', 'calls get_job'],
    ['a poller that is none', 'self.poller.poll()\nself.a[m["x"]] = who', '', '', 'calls self.poller.poll'],
    [
      'a flag of its own kind',
      'if self.stop.is_set():\n    break\nself.a[m["x"]] = who',
      '    def is_set(self):\n        self.n += 1\n',
      '',
      'calls self.stop.is_set',
    ],
    [
      'another socket by its name',
      'for sock in self.others:\n    sock.send_multipart([who])\nself.a[m["x"]] = who',
      '',
      '',
      'through self.others',
    ],
    [
      'the end of one thread in a loop of starts',
      'self.a[m["x"]] = who',
      'def watch(t):\n    while True:\n        t.join()\n',
      '',
      't.join()',
    ],
    [
      'the end of all threads',
      'self.a[m["x"]] = who',
      'def watch(ts):\n    for t in ts:\n        t.join()\n    exit(1)\n',
      '',
      't.join()',
    ],
    [
      'the end of a thread for a while',
      'self.a[m["x"]] = who',
      'def watch(t):\n    t.join(5)\n    exit(1)\n',
      '',
      't.join(5)',
    ],
    [
      'the end of a thread in a function',
      'self.a[m["x"]] = who',
      'def watch(t):\n    t.join()\n\nwatch(1)\nexit(1)\n',
      '',
      't.join()',
    ],
    [
      'a loop that sleeps',
      'self.a[m["x"]] = who',
      '    def wait(self, k):\n        for _ in range(9):\n            x = self.a.get(k)\n            time.sleep(1)\n',
      '',
      'waits for self.a',
    ],
    [
      'a class of threads of the file',
      'self.a[m["x"]] = who',
      '',
      'class Thread:\n    pass\nthreading.Thread = Thread',
      'only runs as a thread',
    ],
  ])('%s', (_name, lines, members, above, why) => {
    const [found] = answers(server(lines, members, above), 'python');
    expect(found).toEqual([expect.stringMatching(/unsafe|display-only/), expect.stringContaining(why)]);
  });

  it.each([
    ['a message sets the flag of the loop', 'while True', 'running = True\n        while running', 'running = m["go"]'],
    [
      'a message sets the way out',
      'while True',
      'while True',
      'closed = m["closed"]\nif closed:\n    return\nself.a[who] = m',
    ],
  ])('%s', (_name, head, other, lines) => {
    expect(answers(server(lines).replace(head, other), 'python')[0]?.[0]).not.toBe('safe');
  });

  it.each([
    [
      'a table that is asked before something is dropped',
      'if who in self.a:\n    logger.info("again")\n    continue\nself.a[who] = m["x"]',
    ],
    [
      'an error that says what is wrong',
      'self.take(m, who)',
      '    def take(self, m, who):\n        if "x" not in m:\n            raise ValueError(m)\n        self.c = m["x"]\n',
    ],
    ['one key for two tables', 'n = m["n"]\nself.a[n] = who\nself.b[n] = who'],
    ['what is out of a table by name', 'n = m["n"]\nself.items.append(n)\nself.a.pop(n, None)\nself.b[n] = who'],
  ])('but not %s', (_name, lines, members = '') => {
    const [first] = answers(server(lines, members), 'python');
    expect([first?.[0], first?.[1]]).toEqual(['safe', expect.any(String)]);
  });
});
