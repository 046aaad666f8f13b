/** Receive loops that one message ends, and what becomes of them. */
import { describe, it } from 'vitest';
import { checkFix } from './check';

const fix = 'drop-malformed-message';

/** The clauses that leave the loop, which several results share. */
const closed = (indent: string, error = 'error') =>
  [
    'except zmq.ContextTerminated:',
    '    break',
    `except zmq.ZMQError as ${error}:`,
    `    if ${error}.errno in (zmq.ETERM, zmq.ENOTSOCK):`,
    '        break',
    '    raise',
  ]
    .map((line) => indent + line)
    .join('\n');

describe('a loop whose handler raises', () => {
  it('is split behind the receive; its logger, socket and comments stay', () => {
    checkFix(
      fix,
      `import zmq

class Notify:
    def _serve(self):
        # One socket for all peers.
        while not self.stopped:
            try:
                # Frames of one message.
                peer, body = self.router.recv_multipart()  # blocks
                # The handler raises on bad input.
                self.handle(body)

                self.seen += 1
            except Exception:
                # Operators look for this.
                self.errors += 1
                self.log.warning("bad message")
                raise
        self.router.close()
`,
      `import zmq

class Notify:
    def _serve(self):
        # One socket for all peers.
        dropped = 0
        while not self.stopped:
            try:
                # Frames of one message.
                frames = self.router.recv_multipart()
            except zmq.Again:
                continue
${closed('            ')}
            try:
                if len(frames) != 2:
                    raise ValueError(f"expected 2 frames, received {len(frames)}")
                peer, body = frames  # blocks
                # The handler raises on bad input.
                self.handle(body)

                self.seen += 1
            except Exception:
                # Operators look for this.
                self.errors += 1
                dropped += 1
                self.log.exception(
                    "Dropped message %d from %r: %d bytes, starting with %r",
                    dropped,
                    frames[0][:64],
                    len(frames[-1]),
                    frames[-1][:64],
                )
        self.router.close()
`,
    );
  });

  it('keeps the clauses that do not raise, each at the try it belongs to', () => {
    checkFix(
      fix,
      `import asyncio
import zmq
import zmq.asyncio

async def notify(ctx, logger):
    sock = ctx.socket(zmq.PULL)
    while True:
        try:
            message = await sock.recv()
            await handle(message)
        except zmq.Again:
            await asyncio.sleep(1)
        except asyncio.CancelledError:
            sock.close()
            raise
        except KeyError as e:
            logger.info("no handler for %s", e)
        except (ValueError, TypeError) as e:
            reason = str(e)
            logger.error("bad message")
            raise RuntimeError("bad message") from e
`,
      `import asyncio
import zmq
import zmq.asyncio

async def notify(ctx, logger):
    sock = ctx.socket(zmq.PULL)
    dropped = 0
    while True:
        try:
            message = await sock.recv()
        except zmq.Again:
            await asyncio.sleep(1)
        except asyncio.CancelledError:
            sock.close()
            raise
${closed('        ')}
        try:
            await handle(message)
        except asyncio.CancelledError:
            sock.close()
            raise
        except KeyError as e:
            logger.info("no handler for %s", e)
        except Exception as e:
            reason = str(e)
            dropped += 1
            logger.exception(
                "Dropped message %d: %d bytes, starting with %r",
                dropped,
                len(message),
                message[:64],
            )
`,
    );
  });
});

describe('a loop without a handler', () => {
  it('that checks the message and raises is guarded around everything behind the receive', () => {
    checkFix(
      fix,
      `import threading
import zmq

def start(ctx, log):
    @traced
    def answer():
        sock = ctx.socket(zmq.ROUTER)
        while True:
            frames = sock.recv_multipart(copy=False)
            if len(frames) != 3:
                raise ValueError("frames")
            error = """
  kept as it is
"""
            log.info(error)
        # Never reached.

    threading.Thread(target=answer).start()
`,
      `import threading
import zmq

def start(ctx, log):
    @traced
    def answer():
        sock = ctx.socket(zmq.ROUTER)
        dropped = 0
        while True:
            try:
                frames = sock.recv_multipart(copy=False)
            except zmq.Again:
                continue
${closed('            ', 'receive_error')}
            try:
                if len(frames) != 3:
                    raise ValueError("frames")
                error = """
  kept as it is
"""
                log.info(error)
            except Exception:
                dropped += 1
                log.exception(
                    "Dropped message %d from %r: %d bytes, starting with %r",
                    dropped,
                    bytes(frames[0])[:64],
                    len(bytes(frames[-1])),
                    bytes(frames[-1])[:64],
                )
        # Never reached.

    threading.Thread(target=answer).start()
`,
    );
  });

  it('but with a clause for the time limit keeps that clause', () => {
    checkFix(
      fix,
      `import zmq
from log import logger

class Registry:
    def _listener(self):
        sock = self.ctx.socket(zmq.ROUTER)
        while True:
            try:
                who, _, *parts = sock.recv_multipart()
            except zmq.Again:
                if self.stop.is_set():
                    break
                continue
            # Parts are one message each.
            for part in parts:
                logger.debug("part %d", len(part))
`,
      `import zmq
from log import logger

class Registry:
    def _listener(self):
        sock = self.ctx.socket(zmq.ROUTER)
        dropped = 0
        while True:
            try:
                frames = sock.recv_multipart()
            except zmq.Again:
                if self.stop.is_set():
                    break
                continue
${closed('            ')}
            try:
                if len(frames) < 2:
                    raise ValueError(f"expected at least 2 frames, received {len(frames)}")
                who, _, *parts = frames
                # Parts are one message each.
                for part in parts:
                    logger.debug("part %d", len(part))
            except Exception:
                dropped += 1
                logger.exception(
                    "Dropped message %d from %r: %d bytes, starting with %r",
                    dropped,
                    frames[0][:64],
                    len(frames[-1]),
                    frames[-1][:64],
                )
`,
    );
  });

  it('that waits at a poller is left there too; tabs and CRLF stay, missing imports are added', () => {
    checkFix(
      fix,
      `"""Registry."""
from zmq.asyncio import Context, Poller

async def register(sock: "zmq.Socket"):
	poller = Poller()
	while True:
		ready = dict(await poller.poll())
		if sock in ready:
			data = await sock.recv_json()
			add(data["name"])
`.replaceAll('\n', '\r\n'),
      `"""Registry."""
import json
import logging
import zmq
from zmq.asyncio import Context, Poller

async def register(sock: "zmq.Socket"):
	poller = Poller()
	dropped = 0
	while True:
		if sock.closed:
			break
		try:
			ready = dict(await poller.poll())
		except zmq.ContextTerminated:
			break
		except zmq.ZMQError as error:
			if error.errno in (zmq.ETERM, zmq.ENOTSOCK):
				break
			raise
		if sock in ready:
			try:
				payload = await sock.recv()
			except zmq.ContextTerminated:
				break
			except zmq.ZMQError as error:
				if error.errno in (zmq.ETERM, zmq.ENOTSOCK):
					break
				raise
			try:
				data = json.loads(payload)
				add(data["name"])
			except Exception:
				dropped += 1
				logging.getLogger(__name__).exception(
					"Dropped message %d: %d bytes, starting with %r",
					dropped,
					len(payload),
					payload[:64],
				)
`.replaceAll('\n', '\r\n'),
    );
  });
});

describe('a try behind the receive', () => {
  it('becomes the one that drops; what stood before it is covered as well', () => {
    checkFix(
      fix,
      `import zmq

class Worker:
    def poll_peers(self):
        while self.running:
            # Blocks until a peer speaks.
            frames = self.pull.recv_multipart()
            # The last frame counts.
            body = frames.pop()

            try:  # one message
                self.handle(body)
                # Done.
            except Exception as e:
                self.logger.error("failed: %s", e)
                raise HandlingError("failed") from e
`,
      `import zmq

class Worker:
    def poll_peers(self):
        dropped = 0
        while self.running:
            # Blocks until a peer speaks.
            try:
                received_frames = self.pull.recv_multipart()
            except zmq.Again:
                continue
${closed('            ')}
            try:  # one message
                frames = list(received_frames)
                # The last frame counts.
                body = frames.pop()

                self.handle(body)
                # Done.
            except Exception:
                dropped += 1
                self.logger.exception(
                    "Dropped message %d from %r: %d bytes, starting with %r",
                    dropped,
                    received_frames[0][:64],
                    len(received_frames[-1]),
                    received_frames[-1][:64],
                )
`,
    );
  });
});

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

it('an error elsewhere in the file does not matter', () => {
  const broken = '\n\ndef unfinished(:\n    x = (1,\n';
  checkFix(
    fix,
    `import zmq
from log import log

def listen(sock):
    while True:
        data = sock.recv()
        log.info(data.decode())
${broken}`,
    `import zmq
from log import log

def listen(sock):
    dropped = 0
    while True:
        try:
            data = sock.recv()
        except zmq.Again:
            continue
${closed('        ')}
        try:
            log.info(data.decode())
        except Exception:
            dropped += 1
            log.exception(
                "Dropped message %d: %d bytes, starting with %r",
                dropped,
                len(data),
                data[:64],
            )
${broken}`,
  );
});
