/** Code that does more than it looks like: a change there is never offered as safe. */
import { describe, expect, it } from 'vitest';
import { findingsOf } from './check';
import { answers, drop, javascript, python } from './proofSources';

describe('what is not plain to see', () => {
  const rust = (body: string) =>
    `fn run(sock: &zmq::Socket) -> anyhow::Result<()> {\n    loop {\n        let raw = sock.recv_bytes(0)?;\n${body
      .split('\n')
      .map((line) => `        ${line}\n`)
      .join('')}    }\n}\n`;

  it('a finally alone is named as such', () => {
    const python = `import json, zmq\n\nasync def serve(ctx):\n    sock = ctx.socket(zmq.PULL)\n    try:\n        while True:\n            keep(json.loads(await sock.recv()))\n    finally:\n        sock.close()\n`;
    const js = `import { Pull } from 'zeromq';\nconst sock = new Pull();\ntry {\n  for await (const [m] of sock) {\n    use(JSON.parse(m));\n  }\n} finally {\n  done();\n}\n`;
    expect(answers(python, 'python')).toEqual([['unsafe', expect.stringContaining('The finally around')]]);
    expect(answers(js, 'javascript')).toEqual([['unsafe', expect.stringContaining('The finally around')]]);
  });

  it('a gap in a count stays an error in Rust and Go: dropping would leave the count behind for ever', () => {
    const counted = rust('let e: Event = decode(&raw)?;\nensure!(e.seq == last + 1, "gap");\nlast = e.seq;');
    const go = `package a\nimport zmq "github.com/pebbe/zmq4"\nfunc run(s *zmq.Socket) error {\n\tvar last byte\n\tfor {\n\t\traw, err := s.RecvBytes(0)\n\t\tif err != nil {\n\t\t\treturn err\n\t\t}\n\t\tif raw[0] != last+1 {\n\t\t\treturn errors.New("gap")\n\t\t}\n\t\tlast = raw[0]\n\t}\n}\n`;
    expect(answers(counted, 'rust').at(-1)).toEqual(['display-only', expect.stringContaining('is numbered')]);
    expect(answers(go, 'go')).toEqual([['display-only', expect.stringContaining('is numbered')]]);
  });

  it('a version is no configuration', () => {
    const text = python('if m["version"] != 1:\n    raise ValueError("other")\nself.c = m');
    expect(answers(text, 'python')).toEqual([['display-only', expect.stringContaining('a comparison of versions')]]);
  });

  it('an answer that a oneshot waits for is owed', () => {
    const text = rust(
      'let r: Reply = serde_json::from_slice(&raw)?;\nif let Some(tx) = pending.remove(&r.id) {\n    let _ = tx.send(r); // oneshot\n}',
    );
    expect(answers(text, 'rust')).toEqual([['display-only', expect.stringContaining('a reader that waits')]]);
  });

  it('a decoding that is expected to work is a panic', () => {
    const text = rust('let v: Value = serde_json::from_slice(&raw).expect("json");\nkeep(v);');
    const [found] = findingsOf(drop, text, 'rust');
    const written = found?.edits.map(({ newText }) => newText).join('');
    expect([found?.applicability, found?.why]).toEqual(['unsafe', expect.stringContaining('is a panic')]);
    expect(written).toContain('match serde_json::from_slice(&raw) {');
    // Nothing but the standard library is sure to be there.
    expect(written).toContain('eprintln!("dropped');
    expect(written).not.toContain('expect(');
  });

  it('a channel that someone reads gets an error in Go, and no message is dropped', () => {
    const text = `package a\nimport zmq "github.com/pebbe/zmq4"\nfunc run(s *zmq.Socket, out chan []byte) error {\n\tfor {\n\t\tframes, err := s.RecvMessageBytes(0)\n\t\tif err != nil {\n\t\t\treturn err\n\t\t}\n\t\tout <- frames[1]\n\t}\n}\n`;
    const [found] = findingsOf('check-frame-count', text, 'go');
    expect(found?.edits.map(({ newText }) => newText).join('')).toMatch(/return fmt\.Errorf/);
  });

  it('a reply that is returned at once is waited for', () => {
    const text = `package a\nimport zmq "github.com/pebbe/zmq4"\nfunc ask(s *zmq.Socket) (string, error) {\n\tif _, err := s.Send("q", 0); err != nil {\n\t\treturn "", err\n\t}\n\treturn s.Recv(0)\n}\n`;
    const [found] = findingsOf('receive-timeout', text, 'go');
    expect(found?.edits.map(({ newText }) => newText).join('')).toContain('s.SetRcvtimeo(5 * time.Second)');
  });

  it('a worker may wait for work', () => {
    const text = `import zmq\n\ndef work_loop(ctx):\n    sock = ctx.socket(zmq.DEALER)\n    sock.send(b"READY")\n    while True:\n        job = sock.recv()\n        sock.send(run(job))\n`;
    expect(findingsOf('receive-timeout', text)).toEqual([]);
  });
});

describe('what looks harmless and runs code', () => {
  /** A server with these lines in its loop, more members, and what stands around the class. */
  const server = (lines: string, members = '', above = '') =>
    `${python(lines).replace('class Server:', `${above}\nclass Server:`)}${members}`;
  const property = '    @property\n    def next_id(self):\n        self.n += 1\n        return self.n\n';

  it.each([
    ['a property that counts', 'n = self.next_id\nself.a[m["x"]] = n', property, '', 'self.next_id, which runs code'],
    ['a table of its own kind', 'if who in self.limits:\n    self.a[m["x"]] = who', '', '', 'looks into self.limits'],
    [
      'an iterator that is used up',
      'rows = list(zip(self.ids, m["x"]))\nself.a[who] = rows',
      '',
      '',
      'goes through self.ids',
    ],
    [
      'a loop over what may be an iterator',
      'for n in self.ids:\n    break\nself.c = m["x"]',
      '',
      '',
      'goes through self.ids',
    ],
    ['a log that is none', 'log.info("begin")\nself.a[who] = m["x"]', '', 'log = Audit()', 'calls log.info'],
    ['a line written by half', 'print(1, end=",")\nself.a[who] = m["x"]', '', '', 'calls print'],
    ['an attribute of something else', 'x = m["x"]\nself.engine.limit = x', '', '', 'nothing shows what that runs'],
    [
      'a setter for all attributes',
      'x = m["x"]\nself.c = x',
      '    def __setattr__(self, k, v):\n        pass\n',
      '',
      'sets c, which runs code',
    ],
    ['a descriptor', 'x = m["x"]\nself.c = x', '    c = Positive()\n', '', 'sets c, which runs code'],
    [
      'a key that is not there yet',
      'n = m["x"]\nself.items.append(n)\nself.a[n] = self.b["leader"]',
      '',
      '',
      'self.items.append comes before',
    ],
    [
      'a deque that is empty',
      'n = m["x"]\nself.items.append(n)\nself.a[n] = self.free.popleft()',
      '',
      'import collections',
      'calls self.free.popleft',
    ],
    [
      'a divisor that is nought',
      'n = m["x"]\nself.items.append(n)\nself.a[n] = 100 / limit',
      '',
      'limit = 0',
      'self.items.append comes before',
    ],
    [
      'a function put in place of a method',
      'self.take(m)',
      '    def take(self, m):\n        print(m)\n    def on(self, f):\n        self.take = f\n',
      '',
      'calls self.take',
    ],
    [
      'a method of a derived class',
      'self.take(m)',
      '    def take(self, m):\n        print(m)\nclass Other(Server):\n    def take(self, m):\n        self.n += m["x"]\n',
      '',
      'calls self.take',
    ],
    [
      'a method that stands for others',
      'self.take(m)',
      '    def take(self, m):\n        raise NotImplementedError\n',
      '',
      'calls self.take',
    ],
    [
      'a class that acts when it is made',
      'x = m["x"]\nself.a[who] = Peer(x)',
      '',
      'class Base:\n    def __init__(self, x):\n        known.append(x)\nclass Peer(Base):\n    pass\n',
      'calls Peer',
    ],
    [
      'a getter that hands out numbers',
      'if get_next_ticket() != m["x"]:\n    raise ValueError(m)',
      '',
      '',
      'calls get_next_ticket',
    ],
    ['another function of a known name', 'n = int(who)\nself.a[n] = m["x"]', '', 'int = noted(int)', 'calls int'],
    [
      'a socket of its own kind',
      'self.a[m["x"]] = who',
      '',
      'class Counting(zmq.Socket):\n    pass\n',
      'derives a class from a socket',
    ],
    [
      'a loop that asks for the end',
      'self.a.pop(m["x"], None)',
      '    def wait(self):\n        while True:\n            if not self.a:\n                return\n',
      '',
      'waits for self.a',
    ],
    [
      'a table that is another in a derived class',
      'self.a[m["x"]] = who',
      'class Other(Server):\n    def more(self):\n        self.a = Journal()\n',
      '',
      'plain table',
    ],
    [
      'a table that is set from outside',
      'self.a[m["x"]] = who',
      '',
      'def build(server):\n    server.a = Journal()\n',
      'plain table',
    ],
    [
      'a table that is one of two targets',
      'self.a[m["x"]] = who',
      '    def more(self):\n        self.a, self.n = Journal(), 1\n',
      '',
      'plain table',
    ],
    [
      'a table of another kind',
      'self.c[m["x"]] = who',
      '    def more(self):\n        self.c = dict()\n',
      'dict = Journal',
      'plain table',
    ],
    [
      'a frame of those that are left',
      'self.items.append(who)\nrest = m[1:]\nself.a[who] = rest[0]',
      '',
      '',
      'self.items.append comes',
    ],
    [
      'a state that a clause changes',
      'try:\n    if self.c == m["before"]:\n        n = int(m["n"])\nexcept ValueError:\n    self.c = m["id"]',
      '',
      '',
      'keeps self.c',
    ],
    [
      'an attribute of something else that is read',
      'n = self.engine.next_ticket\nself.a[m["x"]] = n',
      '',
      '',
      'nothing shows what that runs',
    ],
    ['an end that is waited for', 'self.a[m["x"]] = who', 'def main(t):\n    t.join()\n    exit(1)\n', '', 't.join()'],
    [
      'a list of the threads',
      'self.a[m["x"]] = who',
      'def healthy():\n    return len(threading.enumerate()) > 1\n',
      '',
      'threading.enumerate',
    ],
  ])('%s', (_name, lines, members, above, why) => {
    expect(answers(server(lines, members, above), 'python')[0]).toEqual(['unsafe', expect.stringContaining(why)]);
  });

  it('an attribute that a base class may have', () => {
    const text = server('if self.limit:\n    self.b[who] = m["x"]').replace('class Server:', 'class Server(Base):');
    expect(answers(text, 'python')[0]).toEqual(['unsafe', expect.stringContaining('a base class may make')]);
  });

  it('a name that a function before the loop reads', () => {
    const text = server('now = who\nself.a[m["x"]] = who').replace(
      '        while True',
      '        def what():\n            return now\n        self.tell = what\n        while True',
    );
    expect(answers(text, 'python')[0]).toEqual(['unsafe', expect.stringContaining('which a function inside reads')]);
  });

  it('but not a thread that is told to stop and then waited for', () => {
    const stop = '    def stop(self):\n        self.stopping.set()\n        self.t.join()\n        self.t = None\n';
    expect(answers(server('self.a[m["x"]] = who', stop), 'python')[0]?.[0]).toBe('safe');
  });

  const thread = (after: string) =>
    `import json, threading, zmq\nclass L(threading.Thread):\n    def run(self):\n        s = zmq.Context().socket(zmq.PULL)\n        while True:\n            print(json.loads(s.recv())["x"])\n${after}`;

  it.each([
    ['nothing more', '', 'safe'],
    ['run called as a function', 'L().run()\n', 'unsafe'],
    ['a derived class', 'class M(L):\n    def run(self):\n        super().run()\n', 'unsafe'],
  ])('a class of threads and %s', (_name, after, applicability) => {
    expect(answers(thread(after), 'python')[0]?.[0]).toBe(applicability);
  });

  const failed = (above: string) => `${above}\ntry:\n    f()\nexcept OSError:\n    raise ValueError("x")\n`;

  it.each([
    ['', 'safe'],
    ['done = err.__cause__ is None', 'unsafe'],
    ['again = retry_if_exception_cause_type(OSError)', 'unsafe'],
    ['root = err.__context__', 'unsafe'],
  ])('a file that reads causes: %s', (above, applicability) => {
    expect(findingsOf('keep-cause', failed(above)).map((found) => found.applicability)).toEqual([applicability]);
  });

  it.each([
    ['RuntimeError("x")', 'safe'],
    ['ConfigError', 'safe'],
    ['errors.ConfigError(1)', 'safe'],
    ['convert(1)', 'unsafe'],
    ['self.error', 'unsafe'],
    ['future.exception()', 'unsafe'],
    ['failure.with_traceback(None)', 'unsafe'],
  ])('a cause is named without asking only where the exception is made there: %s', (raised, applicability) => {
    const text = `try:\n    f()\nexcept OSError:\n    raise ${raised}\n`;
    expect(findingsOf('keep-cause', text).map((found) => found.applicability)).toEqual([applicability]);
  });

  it.each([
    [
      'a table decides a throw',
      'const m = JSON.parse(body);\nif (!a.has(m.x)) throw new Error("none");\na.set(m.x, 1);',
      '',
      'keeps a',
    ],
    [
      'a getter counts',
      'const n = ids.next;\nconst m = JSON.parse(body);\na.set(m.x, n);',
      'const ids = { n: 0, get next() { return this.n++; } };',
      'which runs code',
    ],
    [
      'a Map of another kind',
      'const m = JSON.parse(body);\nlist.set(m.x, 1);',
      'import { Map as List } from "./seen.js";\nconst list = new List();',
      'calls list.set',
    ],
    [
      'a proxy',
      'const { x } = JSON.parse(body);\nstate.x = x;',
      'const state = new Proxy({}, handler);',
      'nothing shows what that runs',
    ],
    [
      'an imported object',
      'const { x } = JSON.parse(body);\nstate.x = x;',
      'import { state } from "./state.js";',
      'nothing shows what that runs',
    ],
    [
      'what may be nothing',
      'const { x } = JSON.parse(body);\na.set(x, 1);\nb.set(x, routes.leader.address);',
      'import { routes } from "./r.js";',
      'a.set comes before',
    ],
    [
      'another function of a known name',
      'const n = Number(who);\na.set(n, JSON.parse(body));',
      'function Number(x) { return ++count.n; }',
      'calls Number',
    ],
    [
      'the end of the process is acted on',
      'a.set(JSON.parse(body).x, who);',
      'process.on("exit", save);',
      'the end of the process',
    ],
    [
      'a timer waits',
      'a.set(JSON.parse(body).x, who);',
      'setInterval(() => { if (a.has("last")) end(); }, 9);',
      'waits for a',
    ],
    ['the file is a test', 'a.set(JSON.parse(body).x, who);', 'import test from "node:test";', 'The file is a test'],
  ])('in JavaScript: %s', (_name, lines, above, why) => {
    const text = javascript(lines).replace('const a =', `${above}\nconst a =`);
    expect(answers(text, 'javascript')).toEqual([['unsafe', expect.stringContaining(why)]]);
  });

  it('a type of TypeScript runs nothing', () => {
    const text = javascript('const m = JSON.parse(body) as { k: string };\na.set(m.k, who);');
    expect(answers(text, 'typescript').map(([it]) => it)).toEqual(['safe']);
  });
});

it('reads Rust in which a variable is called raw', () => {
  const text = `fn run(pull: &zmq::Socket) -> anyhow::Result<()> {
    loop {
        let raw = pull.recv_bytes(0)?;
        let job: u32 = serde_json::from_slice(&raw)?;
        println!("{}", job);
    }
}
`;
  const found = findingsOf(drop, text, 'rust');
  expect(found.map(({ applicability }) => applicability)).toEqual(['unsafe']);
  expect(found.flatMap(({ edits }) => edits.map(({ newText }) => newText)).join('')).toContain('from_slice(&raw)');
});
