/** Checks that leave a receive loop without a raise. */
import { describe, it } from 'vitest';
import { checkFix, checkNone, checkWithheld } from './check';

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
