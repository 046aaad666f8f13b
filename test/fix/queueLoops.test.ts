/** Loops that take received messages from a queue. */
import { describe, it } from 'vitest';
import { checkFix, checkNone, checkWithheld } from './check';

const fix = 'drop-malformed-message';

/** A class whose listener fills a queue and whose worker takes from it. */
function relay(worker: string, put = 'self.inbox.put(frames)'): string {
  const lines = worker.split('\n').map((line) => (line === '' ? '\n' : `        ${line}\n`));
  return `import logging
import queue

import zmq

logger = logging.getLogger(__name__)

class Relay:
    def _listen(self):
        while True:
            try:
                frames = self.router.recv_multipart()
            except zmq.ZMQError:
                break
            try:
                ${put}
            except Exception:
                logger.exception("not taken")

    def _work_loop(self):
${lines.join('')}`;
}

describe('a loop over a queue', () => {
  it('guards what it does with each message', () => {
    checkFix(
      fix,
      relay(`while True:
    identity, body = self.inbox.get()  # filled by _listen
    self.handle(msgpack.unpackb(body))`),
      relay(`dropped = 0
while True:
    item = self.inbox.get()
    try:
        identity, body = item  # filled by _listen
        self.handle(msgpack.unpackb(body))
    except Exception:
        dropped += 1
        logger.exception(
            "Dropped message %d: %.200r",
            dropped,
            item,
        )`),
      'unsafe',
    );
  });

  it('keeps the time limit and the end apart from the handling', () => {
    checkFix(
      fix,
      relay(`while not self.stopped:
    try:
        # Wakes up to see the flag.
        frames = self.inbox.get(timeout=1)
        if frames is None:
            break
        self.handle(frames)
    except queue.Empty:
        continue
    except Exception as e:
        logger.error("bad message: %s", e)
        raise`),
      relay(`dropped = 0
while not self.stopped:
    try:
        # Wakes up to see the flag.
        frames = self.inbox.get(timeout=1)
    except queue.Empty:
        continue
    try:
        if frames is None:
            break
        self.handle(frames)
    except Exception:
        dropped += 1
        logger.exception(
            "Dropped message %d: %.200r",
            dropped,
            frames,
        )`),
      'unsafe',
    );
  });

  it('needs no try of its own for a queue without a limit', () => {
    checkFix(
      fix,
      relay(`while True:
    try:
        # Blocks.
        frames = self.inbox.get()
        self.handle(frames)
    except Exception:
        raise`),
      relay(`dropped = 0
while True:
    # Blocks.
    frames = self.inbox.get()
    try:
        self.handle(frames)
    except Exception:
        dropped += 1
        logger.exception(
            "Dropped message %d: %.200r",
            dropped,
            frames,
        )`),
      'unsafe',
    );
  });

  it.each([
    ['an item is counted', 'self.handle(json.loads(frames[1]))\n    self.inbox.task_done()', 'task_done'],
    ['all ranks act together', 'use(json.loads(frames[1]))\n    dist.all_reduce(votes)', 'All ranks call all_reduce'],
    ['another queue waits for it', 'self.out.put(json.loads(frames[1]))', 'lost for ever'],
    [
      'its raise means the end',
      'if frames is None:\n        raise Stopped()\n    use(frames[0].decode())',
      'Stopped is raised',
    ],
  ])('is explained where %s', (_name, rest, reason) => {
    checkWithheld(fix, relay(`while True:\n    frames = self.inbox.get()\n    ${rest}`), reason, 'self.inbox.get()');
  });

  it.each([
    ['the queue holds no received message', relay('while True:\n    self.handle(self.tasks.get())')],
    [
      'the queue holds decoded messages',
      relay('while True:\n    self.handle(self.inbox.get())', 'self.inbox.put(decode(1))'),
    ],
    [
      'every error is caught',
      relay(
        'while True:\n    try:\n        self.handle(self.inbox.get())\n    except Exception:\n        logger.exception("bad")',
      ),
    ],
    [
      'the loop sends what the queue holds',
      relay(
        'while True:\n    if self.out.poll(0):\n        self.seen += self.out.recv()\n    self.out.send(self.inbox.get())',
      ),
    ],
    ['nothing loops', relay('self.handle(self.inbox.get())')],
  ])('is silent where %s', (_name, text) => {
    checkNone(fix, text);
  });
});

it('a try around the loop and one in it leave whole code', () => {
  checkFix(
    fix,
    `import zmq
from log import logger

def listen(sock):
    logger.info("listening")
    try:
        while True:
            try:
                data = sock.recv()
                handle(data)
            except Exception:
                raise
    finally:
        sock.close()
`,
    `import zmq
from log import logger

def listen(sock):
    logger.info("listening")
    try:
        dropped = 0
        while True:
            data = sock.recv()
            try:
                handle(data)
            except Exception:
                dropped += 1
                logger.exception(
                    "Dropped message %d: %d bytes, starting with %r",
                    dropped,
                    len(data),
                    data[:64],
                )
    finally:
        sock.close()
`,
    'unsafe',
  );
});
