/** Handling that a drop would leave half done is never offered as safe: rows for each language, with harmless twins. */
import { describe, expect, it } from 'vitest';
import { findingsOf } from './check';

const drop = 'drop-malformed-message';

/** A Python server whose loop holds these lines. */
function python(lines: string, head = ''): string {
  const body = lines.split('\n').map((line) => `            ${line}\n`);
  return `import asyncio
import json
import zmq
import zmq.asyncio

class Server:
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
  return `import * as zmq from 'zeromq';\nconst sock = new zmq.Router();\nfor await (const [who, body] of sock) {\n${body.join('')}}\n`;
}

function answers(text: string, language: string): [string, string][] {
  return findingsOf(drop, text, language).map(({ applicability, why }) => [applicability, why]);
}

describe('a Python loop asks first where', () => {
  it.each([
    ['a gauge goes up and down', 'G.inc()\nself.take(m["x"])\nG.dec()', 'G.dec stands behind'],
    ['a span is ended', 'span = T.start("m")\nself.take(m["x"])\nspan.end()', 'span.end stands behind'],
    ['a transaction is open', 'db.execute("BEGIN")\ndb.add(m["x"])\ndb.execute("COMMIT")', 'db.execute stands behind'],
    ['a variable of a context is set back', 'token = V.set(1)\nself.take(m["x"])\nV.reset(token)', 'V.reset stands'],
    ['something is paused', 'self.s.pause()\nself.c = m["c"]\nself.s.resume()', 'stands behind what can raise'],
    ['one of two tables is written', 'self.a[who] = m\nself.b[m["n"]] = who', 'self.a[who] comes before'],
    ['an item is taken out first', 'del self.a[who]\nself.a[m["n"]] = who', 'self.a[who] comes before'],
    ['a table is emptied first', 'self.a.clear()\nself.a.update(m["all"])', 'self.a.clear comes before'],
    ['the message was confirmed', 'sock.send_multipart([who, b"ok"])\nself.take(m["x"])', 'sock.send_multipart comes'],
    [
      'half an answer was sent',
      'sock.send(who, zmq.SNDMORE)\nsock.send(str(m["n"]).encode())',
      'sock.send comes before',
    ],
    ['one message holds several', 'for part in m["parts"]:\n    self.take(part["x"])', 'self.take comes before'],
    ['several are told', 'for call in self.listeners:\n    call(m["x"])', 'call comes before'],
    ['it is passed on', 'self.out.send_json({"id": m["id"]})', 'self.out.send_json passes on'],
    ['an event is set', 'self.a = m["x"]\nself.ready.set()', 'tells others'],
  ])('%s', (_name, lines, why) => {
    expect(answers(python(lines), 'python')).toEqual([['unsafe', expect.stringContaining(why)]]);
  });

  it.each([['@app.task(bind=True)'], ['@retry'], ['@restart_on_error']])('%s sees the end', (head) => {
    const found = answers(python('self.a = m["x"]', head), 'python');
    expect(found).toEqual([['unsafe', expect.stringContaining(`${head.split('(')[0]} stands above`)]]);
  });

  it('the loop is part of a test', () => {
    const text = python('self.a = m["x"]').replace('class Server', 'class TestServer');
    expect(answers(text, 'python')).toEqual([['unsafe', expect.stringContaining('part of a test')]]);
  });
});

describe('a Python loop is safe where', () => {
  it.each([
    ['one thing is done last', 'n = m["n"]\nself.a[n] = int(m["x"])'],
    ['a counter only goes up', 'SEEN.inc()\nself.bytes += len(body)\nself.a[m["n"]] = who'],
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

  it.each([['@staticmethod'], ['@override'], ['@traced']])('%s stands above it', (head) => {
    expect(answers(python('self.a = m["x"]', head), 'python').map(([it]) => it)).toEqual(['safe']);
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
    const text = python('self.a = m["x"]').replace(
      'm = json',
      'if body == b"":\n                raise RuntimeError("empty")\n            m = json',
    );
    expect(answers(text, 'python')[0]?.[0]).toBe('safe');
  });

  it('name recv_serialized, which takes the message apart itself', () => {
    const text = python('self.a = m["x"]').replace(
      'who, body = sock.recv_multipart()',
      'body = sock.recv_serialized(read)',
    );
    expect(answers(text, 'python')).toEqual([['display-only', expect.stringContaining('recv_serialized')]]);
  });

  it('know that a conversion awaits nothing', () => {
    const text = python('self.a = m').replace(
      'who, body = sock.recv_multipart()\n            m = json.loads(body)',
      'm = float(sock.recv_string())',
    );
    expect(answers(text, 'python').map(([it]) => it)).toEqual(['safe']);
  });
});

describe('a zeromq.js loop', () => {
  it.each([
    ['a counter goes up and down', 'this.active++;\nuse(JSON.parse(body));\nthis.active--;', 'unsafe', 'comes before'],
    ['one of two tables is written', 'a.set(who, 1);\nb.set(JSON.parse(body).n, who);', 'unsafe', 'a.set comes before'],
    ['the message was confirmed', 'await sock.send([who, "ok"]);\nuse(JSON.parse(body));', 'unsafe', 'sock.send comes'],
    [
      'several are told',
      'const m = JSON.parse(body);\nfor (const call of all) call(m);',
      'unsafe',
      'call comes before',
    ],
    ['it is passed on', 'await out.send(JSON.parse(body).x);', 'unsafe', 'out.send passes on'],
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
