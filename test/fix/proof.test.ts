/** What is proved harmless in Python, and what is not, by kind: a change of the second kind is never offered as safe. */
import { describe, expect, it } from 'vitest';
import { findingsOf } from './check';
import { answers, python } from './proofSources';

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
    ['a question whether all are there', method('return all(i in self.a for i in id)'), 'waits for self.a'],
    ['a set that must be in it', method('return set(id) <= self.a'), 'waits for self.a'],
    ['a comparison with all', method('return self.a == id'), 'waits for self.a'],
    ['what is left', method('return self.b - self.a'), 'waits for self.a'],
    ['a difference', method('return id.difference(self.a)'), 'waits for self.a'],
    ['a sum', method('return sum(self.a.values())'), 'waits for self.a'],
    [
      'a property in the head',
      `${python(plain).replace('while True', 'while self.running')}\n    @property\n    def running(self):\n        self.n += 1\n        return self.n < 9\n`,
      'runs code of the file',
    ],
    [
      'a method in the head',
      `${python(plain).replace('while True', 'while not self.stopped()')}\n    def stopped(self):\n        return next(self.rounds)\n`,
      'runs code of the file',
    ],
    ['a thread that is run as a function', python(plain).replace('.start()', '.run()'), 'only runs as a thread'],
    [
      'a thread that is run by its name',
      python(plain).replace(/threading.Thread\((.*)\).start\(\)/, 't = threading.Thread($1)\n        t.run()'),
      'only runs as a thread',
    ],
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

  it.each([
    'acks',
    'acked',
    'nacks',
    'confirmed',
    'completed',
    'delivered',
    'results',
    'replies',
    'responses',
    'answers',
    'allocated',
    'reserved',
  ])('who waits for %s', (name) => {
    const text = python(`self.${name}.append(m["id"])`).replace('self.items = []', `self.${name} = []`);
    expect(answers(text, 'python')).toEqual([['unsafe', expect.stringContaining(`self.${name} says by its name`)]]);
  });

  it.each(['packs', 'backends', 'blacklist'])('but nobody for %s', (name) => {
    const text = python(`self.${name}.append(m["id"])`).replace('self.items = []', `self.${name} = []`);
    expect(answers(text, 'python').map(([it]) => it)).toEqual(['safe']);
  });

  it('but not a loop that keeps a table small, nor a bound on it in the handling', () => {
    const trimmed = 'self.a[m["id"]] = who\nwhile len(self.a) > MOST:\n    self.a.popitem()';
    expect(answers(python(trimmed), 'python').map(([it]) => it)).toEqual(['safe']);
  });
});

describe('a match of a field', () => {
  const matched = (cases: string) =>
    answers(python(`match m["type"]:\n${cases}`), 'python').map(([it, why]) => [it, why.slice(0, 40)]);

  it('is no question whether the field is set', () => {
    const cases =
      '    case "set":\n        self.a[m["id"]] = who\n    case _:\n        raise ValueError("unknown type")';
    expect(matched(cases)).toEqual([['safe', 'The check of the message raises out of t']]);
  });

  it('may raise for the one message that ends the loop', () => {
    const cases = '    case "set":\n        self.a[m["id"]] = who\n    case "bye":\n        raise RuntimeError("bye")';
    expect(matched(cases)).toEqual([['display-only', 'This answers one expected message, as a ']]);
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
