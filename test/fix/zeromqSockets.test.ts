/** What is taken for a socket of zeromq.js, and what is not: the guard of a loop reads its messages as arrays of buffers. */
import { describe, expect, it } from 'vitest';
import { checkFix, checkNone, checkWithheld, findingsOf } from './check';

const drop = 'drop-malformed-message';

const loop = (name: string) => `  for await (const [msg] of ${name}) {\n    use(JSON.parse(msg));\n  }\n`;

/** A function with a loop over `name`, behind what `head` declares. */
const over = (name: string, head: string, inside = '') => `${head}\nasync function take() {\n${inside}${loop(name)}}\n`;

const inClass = (members: string, name: string) =>
  `import * as zmq from 'zeromq';\nimport { Router } from 'zeromq';\nclass Server {\n${members}\n  async take() {\n${loop(name)}  }\n}\n`;

function appliedTo(text: string): string[] {
  return findingsOf(drop, text, 'typescript').map(({ applicability }) => applicability);
}

describe('a socket is what', () => {
  it.each([
    ['a namespace makes', over('sock', `import * as zmq from 'zeromq';\nconst sock = new zmq.Pull();`)],
    ['the default import makes', over('sock', `import zmq from "zeromq";\nconst sock = new zmq.Pull({ a: 1 });`)],
    ['an import makes', over('sock', `import { Pull } from 'zeromq';\nlet sock = null;\nsock = new Pull();`)],
    ['an import by another name makes', over('sock', `import { Pull as P } from 'zeromq';\nconst sock = new P();`)],
    ['a required module makes', over('sock', `const zmq = require('zeromq');\nconst sock = new zmq.Pull();`)],
    ['a required class makes', over('sock', `const { Pull: P } = require('zeromq');\nconst sock = new P();`)],
    ['a class of it makes', over('sock', `const { Pull } = await import('zeromq');\nvar sock = new Pull();`)],
    ['a TypeScript import makes', over('sock', `import zmq = require('zeromq');\nconst sock = new zmq.Pull();`)],
    ['is made in place', over('new Pull()', `import { Pull } from 'zeromq';`)],
    ['another name stands for', over('it', `import { Pull } from 'zeromq';\nconst sock = new Pull(), it = sock;`)],
    ['a field is made of', inClass('  readonly #a = new zmq.Pull();', 'this.#a')],
    ['a field is declared as', inClass('  private a?: Router | null = make();', 'this.a!')],
    ['the constructor sets', inClass('  constructor() {\n    this.a = new Router();\n  }', 'this.a')],
    ['the constructor takes', inClass('  constructor(private readonly a: zmq.Router) {}', 'this.a')],
    [
      'a function of the file makes',
      over(
        'sock',
        `import { Pull } from 'zeromq';\nasync function make() {\n  const s = new Pull();\n  return s;\n}`,
        '  const sock = await make();\n',
      ),
    ],
    [
      'a function says that it gives',
      over(
        'sock',
        `import type { Pull } from 'zeromq';\nconst sock = await make();\nasync function make(): Promise<Pull> {\n  return pool.get();\n}`,
      ),
    ],
    [
      'all callers give',
      `import { Pull } from 'zeromq';\nasync function take(sock) {\n${loop('sock')}}\nconst one = new Pull();\ntake(one);\ntake(new Pull());\n`,
    ],
  ])('%s', (_name, text) => {
    expect(appliedTo(text)).toEqual(['unsafe']);
  });
});

describe('no socket is what', () => {
  const head = `import { Pull } from 'zeromq';`;

  it.each([
    ['a queue gives', over('queue', `${head}\nconst queue = new Queue();`)],
    ['events bring', over(`on(emitter, 'message')`, `${head}\nimport { on } from 'node:events';`)],
    [
      'an own class of the name makes',
      over('one', `${head}\nconst one = new Local();`, '  class Pull {}\n  const one = new Pull();\n'),
    ],
    [
      'the old interface makes',
      over('one', `const zmq = require('zeromq/v5-compat');\nconst one = zmq.socket('pull');`),
    ],
    [
      'adds an object to a message',
      over('one', `const { Server } = require('zeromq/draft');\nconst one = new Server();`),
    ],
    ['an inner name hides', over('one', `${head}\nconst one = new Pull();`, '  for (const one of lists)\n')],
    ['is sometimes something else', over('one', `${head}\nlet one = new Pull();\nif (test) one = replay();`)],
    ['a field is declared otherwise', inClass('  a: Feed = make();\n  b = () => (this.a = new Router());', 'this.a')],
    ['the object of a function is', over('this.one', head)],
  ])('%s', (_name, text) => {
    checkNone(drop, text, 'typescript');
    checkNone('check-frame-count', text, 'typescript');
    checkNone('guard-msgpack-decode', text, 'typescript');
  });

  it.each([
    ['anyone gives', `${head}\nexport async function take(sock) {\n${loop('sock')}}\ntake(new Pull());\n`],
    [
      'callers give in turn',
      `${head}\nasync function take(sock) {\n${loop('sock')}}\ntake(new Pull());\ntake(replay());\n`,
    ],
    [
      'a function is handed on with',
      `${head}\nasync function take(sock) {\n${loop('sock')}}\ntake(new Pull());\nrun(take);\n`,
    ],
    ['a stream is', `${head}\nconst socket = net.connect(1);\n${loop('socket')}`],
  ])('%s; a name alone is only explained', (_name, text) => {
    checkWithheld(drop, text, 'Nothing in the file shows', 'JSON.parse', 'typescript');
    checkNone('check-frame-count', text, 'typescript');
  });
});

describe('a loop of receive()', () => {
  const looped = (head: string, body: string) =>
    `import { Pull } from 'zeromq';\nconst sock = new Pull();\nasync function take() {\n  // Until it is closed.\n  ${head} {\n${body}  }\n}\n`;
  const received = `    const [msg] = await sock.receive(); // one
    // Opened.
    use(JSON.parse(msg));
`;

  it('keeps the receive apart and guards what follows; comments stay where they were', () => {
    const counted = (text: string) => text.replace('  // Until', '  let dropped = 0;\n  // Until');
    checkFix(
      drop,
      looped('while (true)', received),
      counted(
        looped(
          'while (true)',
          `    const frames = await sock.receive(); // one
    try {
      if (frames.length !== 1) throw new Error(\`expected 1 frame, received \${frames.length}\`);
      const [msg] = frames;
      // Opened.
      use(JSON.parse(msg));
    } catch (error) {
      dropped += 1;
      const sent = frames.map((frame) => \`\${frame.length} bytes \${frame.subarray(0, 64).toString('hex')}\`);
      console.error(\`Dropped message \${dropped}, frames: \${sent.join(', ')}\`, error);
    }
`,
        ),
      ),
      'unsafe',
      'javascript',
    );
  });

  it('keeps the message when its name gets another value', () => {
    const text = looped(
      'for (;;)',
      '    let msg = await sock.receive();\n    msg = JSON.parse(msg[0]);\n    use(msg);\n',
    );
    const [finding] = findingsOf(drop, text, 'javascript');
    const written = finding?.edits.map(({ newText }) => newText).join('\n') ?? '';
    expect(finding?.applicability).toBe('unsafe');
    expect(written).toContain('let msg = frames;');
    expect(written).toContain('frames.map(');
  });

  it.each([
    ['a number of rounds', looped('for (let i = 0; i < 3; i++)', received), 'known set'],
    ['a condition of what came', looped('while (results.length < 3)', received), 'known set'],
    [
      'a flag that it sets itself',
      looped('while (!done)', `${received}    done = seen === 3;\n`).replace(
        'const sock',
        'let done = false;\nconst sock',
      ),
      'an end of its own',
    ],
    ['a count that ends it', looped('while (true)', `${received}    if (++count === total) return;\n`), 'known set'],
    [
      'a second message',
      looped('while (true)', `${received}    const [next] = await sock.receive();\n`),
      'several messages',
    ],
    [
      'a throw about something else',
      looped('while (true)', `${received}    if (full) throw new Error('full');\n`),
      'does not depend',
    ],
  ])('is explained for %s', (_name, text, reason) => {
    checkWithheld(drop, text, reason, 'receive()', 'javascript');
  });

  it.each([
    ['what waits is counted down', 'remaining -= 1', 'sets remaining to a value'],
    ['who has sent is crossed off', 'pending.delete(msg)', 'calls pending.delete'],
    ['a promise is resolved', 'if (all) resolve()', 'calls resolve'],
  ])('asks first where %s', (_name, line, reason) => {
    const [finding] = findingsOf(
      drop,
      looped('while (true)', `    const [msg] = await sock.receive();\n    JSON.parse(msg);\n    ${line};\n`),
      'javascript',
    );
    expect([finding?.applicability, finding?.why]).toEqual(['unsafe', expect.stringContaining(reason)]);
  });

  it('asks first where a try stands around, the socket may be of two kinds, or another function asks', () => {
    const around = `import { Pull } from 'zeromq';\nconst sock = new Pull();\ntry {\n${loop('sock')}} catch {}\n`;
    const kinds = inClass('  a: zmq.Pull | Router;', 'this.a');
    const asked = over(
      'sock',
      `import { Dealer } from 'zeromq';\nconst sock = new Dealer();\nconst ask = () => sock.send('x');`,
    );
    expect([around, kinds, asked].flatMap(appliedTo)).toEqual(['unsafe', 'unsafe', 'unsafe']);
  });

  it('is left alone in a try that goes on', () => {
    checkNone(drop, looped('while (true)', `    try {\n  ${received}    } catch {}\n`), 'javascript');
  });
});
