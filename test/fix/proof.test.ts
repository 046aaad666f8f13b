/** What is proved harmless, and what is not, by kind and language: a change of the second kind is never offered as safe. */
import { describe, expect, it } from 'vitest';
import { findingsOf } from './check';

const drop = 'drop-malformed-message';

/** A Python server whose loop holds these lines. */
function python(lines: string, head = ''): string {
  const body = lines.split('\n').map((line) => `            ${line}\n`);
  return `import asyncio
import json
import threading
import zmq
import zmq.asyncio

class Server:
    def start(self, ctx):
        self.a = {}
        self.b = {}
        self.items = []
        self.inflight = set()
        threading.Thread(target=self.serve_loop, args=(ctx,)).start()

    ${head ? `${head}\n    ` : ''}def serve_loop(self, ctx):
        sock = ctx.socket(zmq.ROUTER)
        while True:
            who, body = sock.recv_multipart()
            m = json.loads(body)
${body.join('')}`;
}

/** A zeromq.js loop whose body holds these lines. */
function javascript(lines: string): string {
  const body = lines.split('\n').map((line) => `  ${line}\n`);
  return `import * as zmq from 'zeromq';\nconst sock = new zmq.Router();\nconst a = new Map();\nconst b = new Map();\nfor await (const [who, body] of sock) {\n${body.join('')}}\n`;
}

function answers(text: string, language: string): [string, string][] {
  return findingsOf(drop, text, language).map(({ applicability, why }) => [applicability, why]);
}

describe('a Python loop asks first where', () => {
  it.each([
    ['a gauge goes up and down', 'G.inc()\nself.take(m["x"])\nG.dec()', 'calls G.inc'],
    ['a span is ended', 'span = T.start("m")\nself.take(m["x"])\nspan.end()', 'calls T.start'],
    ['a transaction is open', 'db.execute("BEGIN")\ndb.add(m["x"])\ndb.execute("COMMIT")', 'calls db.execute'],
    ['a variable of a context is set back', 'token = V.set(1)\nself.take(m["x"])\nV.reset(token)', 'calls V.set'],
    ['something is paused', 'self.s.pause()\nself.c = m["c"]\nself.s.resume()', 'calls self.s.pause'],
    ['one of two tables is written', 'self.a[who] = m\nself.b[m["n"]] = who', 'self.a[who] comes before'],
    ['an item is taken out first', 'del self.a[who]\nself.a[m["n"]] = who', 'self.a[who] comes before'],
    ['a table is emptied first', 'self.a.clear()\nself.a.update(m["all"])', 'self.a.clear comes before'],
    [
      'the message was confirmed',
      'sock.send_multipart([who, b"ok"])\nself.a[m["n"]] = who',
      'sock.send_multipart comes',
    ],
    ['half an answer was sent', 'sock.send(who, zmq.SNDMORE)\nsock.send(str(m["n"]).encode())', 'calls sock.send'],
    ['one message holds several', 'for part in m["parts"]:\n    self.take(part["x"])', 'calls self.take'],
    ['several are told', 'for call in self.listeners:\n    call(m["x"])', 'through self.listeners'],
    ['it is passed on', 'self.out.send_json({"id": m["id"]})', 'calls self.out.send_json'],
    ['a nested function does it', 'def put():\n    self.a[who] = 1\n    self.b[m["n"]] = who\nput()', 'calls put'],
    [
      'a number follows on the last',
      'if m["seq"] != self.last + 1:\n    raise ValueError(m)\nself.last = m["seq"]',
      'keeps',
    ],
    [
      'a name is kept for the next',
      'if m["k"] == "head":\n    head = m["h"]\n    continue\nself.a[head] = m',
      'keeps head',
    ],
    ['a sum is kept', 'self.a[who] = self.a.get(who, 0) + m["delta"]', 'keeps self.a'],
    ['parts of another shape may follow', 'for p in m["parts"]:\n    self.items.append(p)', 'self.items.append comes'],
    ['a table may be filled by half', 'self.a.update(m["all"])', 'self.a.update comes'],
    ['a hook may act', 'd = json.loads(body, object_hook=self.hook)\nself.a[who] = d', 'object_hook=self.hook'],
    ['the place says that somebody waits', 'n = m["id"]\nself.inflight.discard(n)', 'self.inflight says'],
    ['it is no plain table', 'self.other[m["id"]] = who', 'to be a plain table'],
    ['a set value is shown in a format', 'self.x = m["x"]\nlogger.info(f"{self.x:.2f}")', 'keeps self.x'],
    ['a name only ends like a logger', 'self.catalog.info(m["x"])\nself.b[who] = 1', 'calls self.catalog.info'],
    ['a list is stored and then filled', 'rows = []\nself.a[who] = rows\nrows.append(m["x"])', 'self.a[who] comes'],
    ['a second message is taken', '_, more = sock.recv_multipart()\nself.a[who] = more', 'A second message'],
    ['a branch behind it may be needed', 'try:\n    self.c = m\nfinally:\n    self.d = m', 'finally'],
    ['a condition is told', 'with self.told:\n    self.a[who] = m\n    self.told.notify_all()', 'enters self.told'],
    ['an event is set', 'self.a = m["x"]\nself.ready.set()', 'calls self.ready.set'],
  ])('%s', (_name, lines, why) => {
    expect(answers(python(lines), 'python')).toEqual([['unsafe', expect.stringContaining(why)]]);
  });

  it.each([
    ['a class that is no error', 'Quit', 'if m == {}:', 'a signal to end the loop'],
    ['an error that says that something ends', 'ShutdownError("now")', 'if m == {}:', 'a signal to end the loop'],
    ['an error for one expected message', 'RuntimeError("bye")', 'if m["kind"] == "bye":', 'one expected message'],
    ['an error about ranks', 'RuntimeError("other")', 'if m["rank"] > 3:', 'compares ranks'],
  ])('a function that is called raises %s', (_name, raised, condition, why) => {
    const text = `${python('self.take(m)')}\n    def take(self, m):\n        ${condition}\n            raise ${raised}\n        self.c = m\n`;
    expect(answers(text, 'python')[0]).toEqual(['unsafe', expect.stringContaining(why)]);
  });

  it.each([['@app.task(bind=True)'], ['@retry'], ['@restart_on_error']])('%s sees the end', (head) => {
    const found = answers(python('self.c = m["x"]', head), 'python');
    expect(found).toEqual([['unsafe', expect.stringContaining(`${head.split('(')[0]} stands above the function`)]]);
  });

  it('nothing shows that it is a thread', () => {
    const text = python('self.c = m["x"]').replace(
      'threading.Thread(target=self.serve_loop',
      'self.run(self.serve_loop',
    );
    expect(answers(text, 'python')).toEqual([['unsafe', expect.stringContaining('who calls or awaits it')]]);
  });
});

describe('what the rest of the file shows counts:', () => {
  const plain = 'self.a[m["id"]] = who';
  const method = (lines: string) => `${python(plain)}\n    def other(self, id):\n        ${lines}\n`;

  it.each([
    ['a loop that waits for a key', method('while id not in self.a:\n            pass'), 'waits for self.a'],
    ['a length that is compared', method('return len(self.a) == 3'), 'waits for self.a'],
    ['a condition that is asked later', method('self.told.wait_for(lambda: id in self.a)'), 'waits for self.a'],
    ['a direct call', method('self.serve_loop(id)'), 'who calls or awaits it'],
    ['a name in quotes', method('getattr(self, "serve_loop")()'), 'who calls or awaits it'],
    ['a hook for the end of threads', method('threading.excepthook = id'), 'acts on the end of a thread'],
    ['a look whether it lives', method('return id.is_alive()'), 'acts on the end of a thread'],
    [
      'a class that something wraps',
      python(plain).replace('class Server', '@restarted\nclass Server'),
      '@restarted stands',
    ],
    ['a base class', python('self.c = m').replace('class Server', 'class Server(Base)'), 'a base class may act'],
    ['code behind the loop', `${python(plain)}        self.over = True\n`, 'stands behind the loop'],
    [
      'a flag that may count',
      python(plain).replace('while True', 'while self.active_jobs'),
      'runs until self.active_jobs',
    ],
    ['a test', python(plain).replace('import json', 'import pytest, json\nimport pytest'), 'is a test'],
  ])('%s', (_name, text, why) => {
    const [found] = answers(text, 'python');
    expect(found?.[0]).not.toBe('safe');
    expect(found?.[1]).toContain(why);
  });

  it('but not a loop that keeps a table small, nor a bound on it in the handling', () => {
    const trimmed = 'self.a[m["id"]] = who\nwhile len(self.a) > MOST:\n    self.a.popitem()';
    expect(answers(python(trimmed), 'python').map(([it]) => it)).toEqual(['safe']);
  });
});

describe('a Python loop is safe where', () => {
  it.each([
    ['one thing is done last', 'n = m["n"]\nself.a[n] = int(m["x"])'],
    ['one of several branches is taken', 'if m["t"] == 1:\n    self.a[who] = m["x"]\nelse:\n    self.b[who] = m["y"]'],
    [
      'a case is chosen',
      'match m:\n    case {"n": n}:\n        self.a[n] = who\n    case _:\n        raise ValueError(m)',
    ],
    ['the answer is the last step', 'n = m["n"]\nsock.send_multipart([who, str(n).encode()])'],
    ['what is built is of the message', 'rows = []\nrows.append(m["x"])\nself.a[m["n"]] = rows'],
    ['a log line follows', 'self.a[m["n"]] = who\nlogger.info("stored")'],
  ])('%s', (_name, lines) => {
    expect(answers(python(lines), 'python').map(([applicability]) => applicability)).toEqual(['safe']);
  });

  it.each([['@staticmethod'], ['@override']])('%s stands above it', (head) => {
    expect(answers(python('self.c = m["x"]', head), 'python').map(([it]) => it)).toEqual(['safe']);
  });
});

describe('where a lock is taken by hand', () => {
  it('no fix goes on without giving it back', () => {
    const text = python('self.a = m["x"]\nlock.release()').replace(
      'who, body =',
      'lock.acquire()\n            who, body =',
    );
    for (const fix of ['guard-msgpack-decode', 'check-frame-count']) {
      const edits = findingsOf(fix, text, 'python').flatMap((finding) => finding.edits);
      expect(edits.filter(({ newText }) => newText.includes('continue'))).toEqual([]);
    }
  });
});

describe('reasons', () => {
  it('take no error about an empty message for a request to stop', () => {
    const text = python('self.c = m["x"]').replace(
      'm = json',
      'if body == b"":\n                raise RuntimeError("empty")\n            m = json',
    );
    expect(answers(text, 'python')[0]?.[0]).toBe('safe');
  });

  it('name recv_serialized, which takes the message apart itself', () => {
    const text = python('self.c = m["x"]').replace(
      'who, body = sock.recv_multipart()',
      'body = sock.recv_serialized(read)',
    );
    expect(answers(text, 'python')).toEqual([['display-only', expect.stringContaining('recv_serialized')]]);
  });

  it('know that a conversion awaits nothing', () => {
    const text = python('self.c = m').replace(
      'who, body = sock.recv_multipart()\n            m = json.loads(body)',
      'm = float(sock.recv_string())',
    );
    expect(answers(text, 'python').map(([it]) => it)).toEqual(['safe']);
  });
});

describe('a zeromq.js loop', () => {
  it.each([
    [
      'a counter goes up and down',
      'this.active++;\na.set(JSON.parse(body).n, who);\nthis.active--;',
      'unsafe',
      'sets this.active',
    ],
    ['one of two tables is written', 'a.set(who, 1);\nb.set(JSON.parse(body).n, who);', 'unsafe', 'a.set comes before'],
    [
      'the message was confirmed',
      'await sock.send([who, "ok"]);\na.set(who, JSON.parse(body));',
      'unsafe',
      'sock.send comes',
    ],
    ['several are told', 'const m = JSON.parse(body);\nfor (const call of all) call(m);', 'unsafe', 'calls call'],
    ['it is passed on', 'await out.send(JSON.parse(body).x);', 'unsafe', 'waits for out.send'],
    [
      'a gap in a count throws',
      'if (JSON.parse(body).n !== expected++) throw new Error("gap");',
      'display-only',
      'numbered',
    ],
    ['one thing is done last', 'const m = JSON.parse(body);\na.set(m.n, who);', 'safe', 'decoded'],
  ])('where %s', (_name, lines, applicability, why) => {
    expect(answers(javascript(lines), 'javascript')).toEqual([[applicability, expect.stringContaining(why)]]);
  });

  it('that yields is explained', () => {
    const text = javascript('yield JSON.parse(body);').replace(
      /for await[\s\S]*/,
      (loop) => `async function* f() {\n${loop}}\n`,
    );
    expect(answers(text, 'javascript')).toEqual([['display-only', expect.stringContaining('yields')]]);
  });

  it('that receives in its head is explained', () => {
    const text = `import * as zmq from 'zeromq';
const sock = new zmq.Pull();
let m;
while ((m = await sock.receive())) {
  use(JSON.parse(m[0]));
}
`;
    expect(answers(text, 'javascript')).toEqual([['display-only', expect.stringContaining('in its head')]]);
  });
});

describe('in Go', () => {
  const loop = (body: string, head = 'for {') => `package a
import zmq "github.com/pebbe/zmq4"
func run(s *zmq.Socket) error {
	${head}
		b, err := s.RecvBytes(0)
		if err != nil {
			return err
		}
${body
  .split('\n')
  .map((line) => `		${line}\n`)
  .join('')}	}
}
`;
  const decode = 'var v T\nif err := json.Unmarshal(b, &v); err != nil {\n\treturn err\n}';

  it.each([
    ['a lock is given back before', `mu.Lock()\nn++\nmu.Unlock()\n${decode}`, 'unsafe', 'cannot be decoded'],
    ['a lock is taken behind', `${decode}\nmu.Lock()\nm[v.K] = v\nmu.Unlock()`, 'unsafe', 'cannot be decoded'],
    ['a lock is held', `mu.Lock()\n${decode}\nmu.Unlock()`, 'display-only', 'A lock'],
    ['a lock is given back at the end', `mu.Lock()\ndefer mu.Unlock()\n${decode}`, 'display-only', 'A lock'],
    ['the loop answers', `${decode}\ns.SendBytes(answer(v), 0)`, 'unsafe', 'not in sight'],
  ])('where %s', (_name, body, applicability, why) => {
    expect(answers(loop(body), 'go')).toEqual([[applicability, expect.stringContaining(why)]]);
  });

  it('what a poller reports is no known set', () => {
    const text = loop(decode, 'for {\n\tpolled, _ := p.Poll(-1)\n\tfor range polled {').replace(/\}\n$/, '}\n}\n');
    expect(answers(text, 'go')).toEqual([['unsafe', expect.stringContaining('decoded')]]);
  });
});

describe('what a fresh reader found', () => {
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
  ])('a file that reads causes: %s', (above, applicability) => {
    expect(findingsOf('keep-cause', failed(above)).map((found) => found.applicability)).toEqual([applicability]);
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
