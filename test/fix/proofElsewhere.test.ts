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
