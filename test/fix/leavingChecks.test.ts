/** Checks that leave a receive loop without a raise. */
import { describe, expect, it } from 'vitest';
import { checkFix, checkNone, checkWithheld, findingsOf } from './check';

const fix = 'drop-malformed-message';

/** A listener whose loop receives and then runs the lines. */
function listener(check: string, head = 'while True:', kind = 'PULL'): string {
  const lines = check.split('\n').map((line) => `            ${line}\n`);
  return `import zmq
from log import logger

class Listener:
    def _listen(self):
        self.sock = self.ctx.socket(zmq.${kind})
        ${head}
            data = self.sock.recv()
${lines.join('')}`;
}

const check = (leave: string) => `if len(data) < 3:\n    logger.error("short: %r", data)\n    ${leave}\nself.seen += 1`;

describe('a check that leaves the loop', () => {
  it.each(['return', 'return None', 'break'])('by %s goes on instead', (leave) => {
    checkFix(fix, listener(check(leave)), listener(check('continue')), 'unsafe');
  });

  it('reads the message in the condition', () => {
    const text = (leave: string) =>
      `import zmq\n\ndef subscribe_loop(sock, logger):\n    while True:\n        if sock.recv() != b"\\x01":\n            logger.warning("not a subscription")\n            ${leave}\n        count()\n`;
    checkFix(fix, text('return'), text('continue'), 'unsafe');
  });

  it.each([
    ['the loop counts its peers', listener(check('return'), 'for _ in self.engines:'), 'known set'],
    [
      'a client asks',
      listener(check('return').replace('if', 'self.sock.send(b"")\nif'), 'while True:', 'REQ'),
      'reply',
    ],
    ['the socket answers', listener(check('return'), 'while True:', 'REP'), 'must answer before'],
    ['ranks differ', listener(check('return').replace('len(data) < 3', 'data[0] != self.rank')), 'ranks'],
    ['work belongs to the end', listener(check('self.sock.close()\n    return')), 'belongs to it'],
    [
      'it stands in a loop of its own',
      listener('for part in data:\n    if part > 3:\n        logger.error("large")\n        break'),
      'loop of its own',
    ],
  ])('is explained where %s', (_name, text, reason) => {
    checkWithheld(fix, text, reason, 'logger.error');
  });

  it.each([
    ['nothing is wrong with the message', listener(check('return').replace('error(', 'info('))],
    ['one message asks for the end', listener('if data == b"STOP":\n    logger.warning("stopped")\n    return')],
    ['something else is tested', listener(check('return').replace('len(data) < 3', 'self.stopped'))],
    ['a value is returned', listener(check('return -1'))],
  ])('is silent where %s', (_name, text) => {
    checkNone(fix, text);
  });
});

describe('a clause that logs an error and leaves the loop', () => {
  const around = (rest: string) => `import logging
import zmq

def listen(sock: zmq.Socket):
    while True:
        try:
            message = sock.recv()
            handle(message.decode())
${rest}`;

  it('becomes one that goes on, with the receive apart', () => {
    const result = around('').replace(
      /^ {4}while[\s\S]*/m,
      `    dropped = 0
    while True:
        try:
            message = sock.recv()
        except zmq.Again:
            continue
        except zmq.ContextTerminated:
            break
        except zmq.ZMQError as error:
            if error.errno in (zmq.ETERM, zmq.ENOTSOCK):
                break
            raise
        try:
            handle(message.decode())
        except Exception:
            # For good.
            dropped += 1
            logging.exception(
                "Dropped message %d: %d bytes, starting with %r",
                dropped,
                len(message),
                message[:64],
            )
`,
    );
    const clause =
      '        except Exception as e:\n            # For good.\n            logging.error("failed: %s", e)\n';
    checkFix(fix, around(`${clause}            break\n`), result, 'unsafe');
    checkFix(fix, around(`${clause}            return\n`), result, 'unsafe');
  });

  it.each([
    ['nothing is logged', around('        except Exception:\n            break\n')],
    [
      'it is there for the socket',
      around('        except zmq.ZMQError:\n            logging.error("gone")\n            break\n'),
    ],
    [
      'only the receive is tried',
      around('        except Exception:\n            logging.error("gone")\n            break\n').replace(
        '            handle(message.decode())\n',
        '',
      ),
    ],
  ])('stays where %s', (_name, text) => {
    const offered = findingsOf(fix, text).filter(({ why }) => why.includes('leaves the loop'));
    expect(offered).toEqual([]);
  });
});
