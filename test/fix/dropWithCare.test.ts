/** Receive loops that need a look before they are changed, and what becomes of them. */
import { describe, it } from 'vitest';
import { checkFix } from './check';
import { closed } from './closedClauses';

const fix = 'drop-malformed-message';

describe('a loop that needs a look first', () => {
  it('answers on a REP socket, which must not receive again before', () => {
    checkFix(
      fix,
      `import zmq

class Lookup:
    def serve(self):
        self.socket = self.ctx.socket(zmq.REP)
        while self.running:
            query = self.socket.recv()
            self.socket.send(self.find(query.decode()))

class LookupClient:
    def __init__(self, ctx):
        self.socket = ctx.socket(zmq.REQ)
`,
      `import logging
import zmq

class Lookup:
    def serve(self):
        self.socket = self.ctx.socket(zmq.REP)
        dropped = 0
        while self.running:
            try:
                query = self.socket.recv()
            except zmq.Again:
                continue
${closed('            ')}
            try:
                self.socket.send(self.find(query.decode()))
            except Exception:
                dropped += 1
                logging.getLogger(__name__).exception(
                    "Dropped message %d: %d bytes, starting with %r",
                    dropped,
                    len(query),
                    query[:64],
                )
                try:
                    self.socket.send(b"")
                except zmq.ZMQError:
                    pass  # Answered before the failure, or the socket is closed.

class LookupClient:
    def __init__(self, ctx):
        self.socket = ctx.socket(zmq.REQ)
`,
      'unsafe',
    );
  });

  it('keeps the try around the loop and guards each message inside it', () => {
    checkFix(
      fix,
      `import zmq

async def transfer_loop(sock, queue, logger):
    try:
        while True:
            who, data = await sock.recv_multipart()
            await queue.put((who, data))
    except zmq.ContextTerminated:
        logger.debug("context terminated")
    except Exception as e:
        logger.error("transfer loop: %s", e)
    finally:
        sock.close()
`,
      `import zmq

async def transfer_loop(sock, queue, logger):
    try:
        dropped = 0
        while True:
            frames = await sock.recv_multipart()
            try:
                if len(frames) != 2:
                    raise ValueError(f"expected 2 frames, received {len(frames)}")
                who, data = frames
                await queue.put((who, data))
            except Exception:
                dropped += 1
                logger.exception(
                    "Dropped message %d from %r: %d bytes, starting with %r",
                    dropped,
                    frames[0][:64],
                    len(frames[-1]),
                    frames[-1][:64],
                )
    except zmq.ContextTerminated:
        logger.debug("context terminated")
    except Exception as e:
        logger.error("transfer loop: %s", e)
    finally:
        sock.close()
`,
      'unsafe',
    );
  });

  it('has no function in sight, or only a call that may not raise', () => {
    const guarded = (indent: string, handled: string) => `${indent}dropped = 0
${indent}while True:
${indent}    try:
${indent}        data = sock.recv()
${indent}    except zmq.Again:
${indent}        continue
${closed(`${indent}    `)}
${indent}    try:
${indent}        ${handled}
${indent}    except Exception:
${indent}        dropped += 1
${indent}        log.exception(
${indent}            "Dropped message %d: %d bytes, starting with %r",
${indent}            dropped,
${indent}            len(data),
${indent}            data[:64],
${indent}        )
`;
    const head = 'import zmq\nlog = logging.getLogger("pull")\n';
    const script = 'sock = ctx.socket(zmq.PULL)\n';
    checkFix(
      fix,
      `${head}import logging\n${script}while True:\n    data = sock.recv()\n    use(json.loads(data))\n`,
      `${head}import logging\n${script}${guarded('', 'use(json.loads(data))')}`,
      'unsafe',
    );
    checkFix(
      fix,
      `${head}def pull_loop(sock):\n    while True:\n        data = sock.recv()\n        use(data)\n`,
      `${head}def pull_loop(sock):\n${guarded('    ', 'use(data)')}`,
      'unsafe',
    );
  });
});

describe('several sockets behind a poller', () => {
  const loop = (front: string, poll = '        events = dict(poller.poll(timeout))\n', counter = '') => `import logging
import threading

import zmq

logger = logging.getLogger(__name__)

def run(front, back, poller):
    both(front, back, poller)

def both(front: zmq.Socket, back: zmq.Socket, poller, timeout=50):
    wave = 0
${counter}    while True:
${poll}        if front in events:
${front}        if back in events:
            buffer = back.recv()
            if buffer == b"\\x01":
                back.send(b"READY")
        publish(wave)

threading.Thread(target=run).start()
`;

  it('each branch that a message can end gets its own guard', () => {
    checkFix(
      fix,
      loop(`            buffer = front.recv()
            if buffer in (b"\\x00", b"\\x01"):
                continue  # A subscription.
            self.seen = wave = decode(buffer)["wave"]
`),
      loop(
        `            try:
                buffer = front.recv()
${closed('            ')}
            try:
                if buffer in (b"\\x00", b"\\x01"):
                    continue  # A subscription.
                self.seen = wave = decode(buffer)["wave"]
            except Exception:
                dropped += 1
                logger.exception(
                    "Dropped message %d: %d bytes, starting with %r",
                    dropped,
                    len(buffer),
                    buffer[:64],
                )
`,
        `        if front.closed:
            break
        try:
            events = dict(poller.poll(timeout))
${closed('        ')}
`,
        '    dropped = 0\n',
      ),
      'unsafe',
    );
  });
});
