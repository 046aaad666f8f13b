/** What is proved harmless in JavaScript, by kind, and that nothing is safe in Go. */
import { describe, expect, it } from 'vitest';
import { answers, javascript } from './proofSources';

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
    ['several are told', 'const m = JSON.parse(body);\nfor (const call of all) call(m);', 'unsafe', 'goes through all'],
    ['it is passed on', 'await out.send(JSON.parse(body).x);', 'unsafe', 'waits for out.send'],
    [
      'a gap in a count throws',
      'if (JSON.parse(body).n !== expected++) throw new Error("gap");',
      'display-only',
      'numbered',
    ],
    ['one thing is done last', 'const m = JSON.parse(body);\na.set(m.n, who);', 'safe', 'decoded'],
    [
      'a table is asked under a name',
      'const seen = a.has(who);\nif (seen) throw new Error("twice " + body);\na.set(who, JSON.parse(body));',
      'unsafe',
      'keeps a',
    ],
    [
      'a round ends before',
      'if (!a.has(who)) {\n  a.set(who, JSON.parse(body));\n  continue;\n}\nif (body.length > 9) throw new Error("twice");',
      'unsafe',
      'keeps a',
    ],
    [
      'a state waits for the next',
      'const m = JSON.parse(body);\nif (step === m.before) step = m.id;',
      'unsafe',
      'keeps step',
    ],
    [
      'a table stands behind a name',
      'let rows = a;\nif (body.length > 9) rows = [];\nrows.push(who);\nb.set(JSON.parse(body).n, who);',
      'unsafe',
      'calls rows.push',
    ],
    [
      'a case runs code',
      'switch (body.length) {\n  case next():\n    break;\n}\nb.set(JSON.parse(body).n, who);',
      'unsafe',
      'calls next',
    ],
    [
      'a label leaves the loop',
      'const m = JSON.parse(body);\nfor (const x of m.xs) {\n  if (x) continue outer;\n}\na.set(m.n, who);',
      'unsafe',
      'leaves what continue outer names.',
    ],
    [
      'what is taken apart may be nothing',
      'const m = JSON.parse(body).x;\na.set(m, who);\nconst { address } = leader;',
      'unsafe',
      'a.set comes',
    ],
    [
      'one thing is looked up and dropped',
      'if (a.has(who)) continue;\na.set(who, JSON.parse(body));',
      'safe',
      'decoded',
    ],
  ])('where %s', (_name, lines, applicability, why) => {
    expect(answers(javascript(lines), 'javascript')).toEqual([[applicability, expect.stringContaining(why)]]);
  });

  it.each([
    ['a function of the language is set anew', 'JSON.parse = noted;', 'calls JSON.parse'],
    ['a method of all tables is set anew', 'Map.prototype.set = noted;', 'calls'],
    ['a property is defined', 'Object.defineProperty(a, "n", { get: noted });', 'another meaning'],
    [
      'another loop waits',
      'async function last() {\n  for (;;) {\n    await turn();\n    if (a.has("last")) return;\n  }\n}',
      'waits for a',
    ],
    ['the name says that somebody waits', 'const pending = a;', 'somebody waits'],
  ])('where %s', (_name, above, why) => {
    const lines = above.startsWith('const pending')
      ? 'pending.set(JSON.parse(body).n, who);'
      : 'a.set(JSON.parse(body).n, who);';
    const text = javascript(lines).replace('for await', `${above.replace('= a', '= new Map()')}\nfor await`);
    expect(answers(text, 'javascript')).toEqual([['unsafe', expect.stringContaining(why)]]);
  });

  it.each([
    [
      'what an earlier one left is used',
      'const { k } = JSON.parse(body);\nb.set(k, rows.shift());',
      'const rows = [];',
      'keeps rows',
    ],
    ['a reviver runs', 'a.set(who, JSON.parse(body, note).x);', '', 'to a function'],
    ['a replacer runs', 'a.set(who, JSON.stringify(JSON.parse(body), note));', '', 'to a function'],
    [
      'a function replaces',
      'const t = body.toString().replace(/x/g, note);\na.set(t, JSON.parse(t));',
      '',
      'to a function',
    ],
    [
      'a generator is gone through',
      'for (const t of tickets) a.set(JSON.parse(body).x, t);',
      '',
      'goes through tickets',
    ],
    ['a generator is spread', 'const n = [...tickets];\na.set(JSON.parse(body).x, n);', '', 'goes through tickets'],
    ['a generator is taken apart', 'const [n] = tickets;\na.set(JSON.parse(body).x, n);', '', 'goes through'],
    [
      'a getter is taken out',
      'const { next } = ids;\na.set(JSON.parse(body).x, next);',
      'const ids = { get next() { return 1; } };',
      'runs code',
    ],
    [
      'a number counts',
      'const n = t + 1;\na.set(JSON.parse(body).x, n);',
      'const t = { n: 0, valueOf() { this.n += 1; return 1; } };',
      'runs where nothing is called',
    ],
    ['a method of the table is set anew', 'a.set(JSON.parse(body).x, who);', 'a.set = noted;', 'calls a.set'],
    [
      'the answer may fail',
      'const m = JSON.parse(body);\na.set(m.x, who);\nawait sock.send([who, "ok"]);',
      'sock.mandatory = true;',
      'a.set comes before',
    ],
    [
      'another answer is on its way',
      'const m = JSON.parse(body);\na.set(m.x, who);\nawait sock.send([who, "ok"]);',
      'setInterval(() => sock.send(["x"]), 9);',
      'a.set comes before',
    ],
    [
      'an error says the end',
      'const m = JSON.parse(body);\nif (m.x) throw new EndOfStreamError("x");\na.set(m.y, who);',
      '',
      'a signal to end',
    ],
    [
      'a text says the end',
      'const m = JSON.parse(body);\nif (!m.x) throw new Error("shutdown requested");\na.set(m.y, who);',
      '',
      'is to end',
    ],
  ])('asks first where %s', (_name, lines, above, why) => {
    const text = javascript(lines).replace('for await', `${above}\nfor await`);
    expect(answers(text, 'javascript')).toEqual([['unsafe', expect.stringContaining(why)]]);
  });

  it.each([
    ['reads a part again for the log', 'const m = JSON.parse(body);\na.set(m.x, who);\nconsole.log(m.x);'],
    [
      'fills a list of its own',
      'const m = JSON.parse(body);\nconst ids = [];\nfor (const id of m.ids) ids.push(Number(id));\na.set(who, ids);',
    ],
  ])('is safe where it %s', (_name, lines) => {
    expect(answers(javascript(lines), 'javascript').map(([it]) => it)).toEqual(['safe']);
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
