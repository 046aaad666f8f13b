/** Loops over zeromq.js sockets. */
import { describe, expect, it } from 'vitest';
import { checkFix, checkNone, checkWithheld, findingsOf } from './check';

const drop = 'drop-malformed-message';
const count = 'check-frame-count';
const head = `import * as zmq from 'zeromq';\n\n`;

describe('drop-malformed-message', () => {
  it('guards what stands in the loop and keeps the rest as it is', () => {
    checkFix(
      drop,
      `${head}export class Listener {
  readonly #router = new zmq.Router();

  async listen(): Promise<void> {
    // Ends when the socket is closed.
    for await (const [id, body] of this.#router) { // one message
      const message = decode(body) as Message;

      if (message.type !== 'release') {
        throw new Error(\`unknown type
  \${message.type}\`);
      }
      this.released.push(message.id);
      // Done.
    }
  }
}
`,
      `${head}export class Listener {
  readonly #router = new zmq.Router();

  async listen(): Promise<void> {
    let dropped = 0;
    // Ends when the socket is closed.
    for await (const frames of this.#router) { // one message
      try {
        if (frames.length !== 2) throw new Error(\`expected 2 frames, received \${frames.length}\`);
        const [id, body] = frames;
        const message = decode(body) as Message;

        if (message.type !== 'release') {
          throw new Error(\`unknown type
  \${message.type}\`);
        }
        this.released.push(message.id);
        // Done.
      } catch (error) {
        dropped += 1;
        const sent = frames.map((frame) => \`\${frame.length} bytes \${frame.subarray(0, 64).toString('hex')}\`);
        console.error(\`Dropped message \${dropped}, frames: \${sent.join(', ')}\`, error);
      }
    }
  }
}
`,
      'unsafe',
      'typescript',
    );
  });

  it('keeps a name for all frames, and gaps and rests in a pattern', () => {
    const loop = (target: string, body: string) =>
      `const { Pull } = require("zeromq")\nasync function pull() {\n\tconst sock = new Pull()\n\tfor await (const ${target} of sock) {\n${body}\t}\n}\n`;
    const guarded = (target: string, opening: string, dropped = 'dropped') =>
      `const { Pull } = require("zeromq")\nasync function pull() {\n\tconst sock = new Pull()\n\tlet ${dropped} = 0\n\tfor await (const ${target} of sock) {\n\t\ttry {\n${opening}\t\t\tuse(JSON.parse(m))\n\t\t} catch (error) {\n\t\t\t${dropped} += 1\n\t\t\tconst sent = ${target}.map((frame) => \`\${frame.length} bytes \${frame.subarray(0, 64).toString("hex")}\`)\n\t\t\tconsole.error(\`Dropped message \${${dropped}}, frames: \${sent.join(", ")}\`, error)\n\t\t}\n\t}\n}\n`;
    const body = '\t\tuse(JSON.parse(m))\n';
    checkFix(drop, loop('m', body), guarded('m', ''), 'unsafe', 'javascript');
    const check = (test: string, words: string) =>
      `\t\t\tif (frames.length ${test}) throw new Error(\`expected ${words}, received \${frames.length}\`)\n`;
    checkFix(
      drop,
      loop('[, m]', body),
      guarded('frames', `${check('!== 2', '2 frames')}\t\t\tconst [, m] = frames\n`),
      'unsafe',
      'javascript',
    );
    checkFix(
      drop,
      loop('[a, m, ...rest]', body),
      guarded('frames', `${check('< 2', 'at least 2 frames')}\t\t\tconst [a, m, ...rest] = frames\n`),
      'unsafe',
      'javascript',
    );
  });

  const inLoop = (body: string, made = 'Router') =>
    `${head}const sock = new zmq.${made}();\nfor await (const [id, msg] of sock) {\n${body
      .split('\n')
      .map((line) => `  ${line}`)
      .join('\n')}\n}\n`;

  it.each([
    ['a Reply socket', inLoop('use(decode(msg));', 'Reply'), 'must answer', 'decode'],
    ['a Request socket', inLoop('use(decode(msg));', 'Request'), 'does not come again', 'decode'],
    ['a stop message', inLoop("if (msg.toString() === 'STOP') throw new Stop();"), 'one expected message', 'throw'],
    ['shared lines', inLoop('const x = decode(msg); use(x);'), 'share a line', 'decode'],
    [
      'a loop that ends with what it waits for',
      inLoop('use(decode(msg));\nif (ready.size === 3) break;'),
      'known set',
      'decode',
    ],
    ['a caller that gets the message', inLoop('const x = decode(msg);\nreturn x;'), 'reply', 'decode'],
    ['a comparison of ranks', inLoop('if (rankOf(msg) >= worldSize) throw new Error();'), 'ranks or', 'throw'],
    [
      'a clause that cleans up',
      inLoop('try {\n  use(decode(msg));\n} catch (error) {\n  peers.delete(id);\n  throw error;\n}'),
      'more than log',
      'throw',
    ],
    ['a reader that waits', inLoop('const x = decode(msg);\nwaiting.resolve(x);'), 'waits for it', 'decode'],
    ['a sign of life', inLoop('assertAlive(msg);\nuse(decode(msg));'), 'assertAlive may throw', 'decode'],
    ['a numbered stream', inLoop('const seq = decode(id);\napply(seq, msg);', 'Subscriber'), 'replay', 'decode'],
    [
      'a Dealer that has asked',
      inLoop('use(decode(msg));', 'Dealer').replace('for await', 'await sock.send("get");\nfor await'),
      'does not come again',
      'decode',
    ],
  ])('is explained for %s', (_name, text, reason, at) => {
    checkWithheld(drop, text, reason, at, 'javascript');
  });

  it('the kind of a socket is that of its own function, or what a parameter says', () => {
    const loop = (name: string) => `  for await (const [msg] of ${name}) {\n    use(decode(msg));\n  }\n`;
    const made = `${head}async function ask() {\n  const sock = new zmq.Request();\n}\n`;
    const taken = (type: string) => `${made}async function take(sock: ${type}) {\n${loop('sock')}}\n`;
    const applied = (text: string) => findingsOf(drop, text, 'typescript').map(({ applicability }) => applicability);
    expect(applied(taken('zmq.Pull'))).toEqual(['unsafe']);
    expect(applied(taken('zmq.Reply'))).toEqual(['display-only']);
    expect(applied(taken('Reply'))).toEqual(['display-only']);
  });

  it.each([
    ['a catch that goes on', inLoop('try {\n  use(decode(msg));\n} catch (error) {\n  console.warn(error);\n}')],
    ['nothing that throws', inLoop('queue.push(msg);')],
    ['a function that runs later', inLoop('later(() => { throw new Error(); });')],
    ['another iterable', inLoop('use(decode(msg));').replace("'zeromq'", "'other'")],
    ['a plain loop', inLoop('use(decode(msg));').replace('for await', 'for')],
  ])('is silent for %s', (_name, text) => {
    checkNone(drop, text, 'javascript');
  });
});

describe('check-frame-count', () => {
  it('names the frames after their number is checked', () => {
    checkFix(
      count,
      `${head}const sub = new zmq.Subscriber();\r\nfor await (const [topic, body] of sub) {\r\n  keep(topic, body);\r\n}\r\n`.replaceAll(
        '\n\n',
        '\r\n\r\n',
      ),
      `${head}const sub = new zmq.Subscriber();\r\nfor await (const frames of sub) {\r\n  if (frames.length !== 2) {\r\n    console.warn(\`Dropped a message of \${frames.length} frames, expected 2 frames\`);\r\n    continue;\r\n  }\r\n  const [topic, body] = frames;\r\n  keep(topic, body);\r\n}\r\n`.replaceAll(
        '\n\n',
        '\r\n\r\n',
      ),
      'unsafe',
      'javascript',
    );
  });

  it('leaves loops alone that are rewritten as a whole or take any number', () => {
    checkNone(count, `${head}for await (const [id, msg] of sock) {\n  use(decode(msg));\n}\n`, 'javascript');
    checkNone(count, `${head}for await (const [first, ...rest] of sock) {\n  keep(first, rest);\n}\n`, 'javascript');
    checkNone(count, `${head}for await (const frames of sock) {\n  keep(frames);\n}\n`, 'javascript');
  });
});

it('Python fixes keep out of JavaScript', () => {
  const text = `${head}try {\n  sock.recv();\n} except raise message .error( from_bytes .recv_multipart`;
  expect(findingsOf('keep-cause', text, 'javascript')).toEqual([]);
});

describe('guard-msgpack-decode', () => {
  const guard = 'guard-msgpack-decode';
  const loop = (decode: string, kind = 'Subscriber') =>
    `${head}const socket = new zmq.${kind}();\nfor await (const [topic, body] of socket) {\n  ${decode}\n  if (message.type === 'stop') throw new Stopped();\n  use(message);\n}\n`;

  it('guards the decoding where the loop has to let other errors out', () => {
    const guarded = (type: string) => `let message${type};
  try {
    message = decode(body);
  } catch (error) {
    console.warn(\`Dropped a payload that cannot be decoded: \${body.length} bytes, starting with \${body.subarray(0, 64).toString('hex')}\`, error);
    continue;
  }`;
    checkFix(guard, loop('const message = decode(body);'), loop(guarded('')), 'unsafe', 'javascript');
    const typed = loop('const message: Message = decode(body);');
    checkFix(guard, typed, loop(guarded(': Message')), 'unsafe', 'typescript');
  });

  it.each([
    ['the socket answers', loop('const message = decode(body);', 'Reply')],
    ['several names are bound', loop('const { message } = decode(body);')],
    ['the decoding is guarded', loop('let message;\n  try { message = decode(body); } catch { continue; }')],
    ['the loop is guarded as a whole', loop('const message = decode(body);').replace("=== 'stop'", "!== 'go'")],
  ])('is silent where %s', (_name, text) => {
    checkNone(guard, text, 'javascript');
  });
});
