/** Receive loops without a handler, or with one behind the receive, and what becomes of them. */
import { describe, it } from 'vitest';
import { checkFix } from './check';
import { closed } from './closedClauses';

const fix = 'drop-malformed-message';

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
      'unsafe',
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
      'unsafe',
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
      'unsafe',
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
    'unsafe',
  );
});

it('loguru gets its own placeholders', () => {
  checkFix(
    fix,
    `import zmq
from loguru import logger

def listen(ctx):
    sock = ctx.socket(zmq.ROUTER)
    while True:
        identity, body = sock.recv_multipart()
        store(body.decode())
`,
    `import zmq
from loguru import logger

def listen(ctx):
    sock = ctx.socket(zmq.ROUTER)
    dropped = 0
    while True:
        try:
            frames = sock.recv_multipart()
        except zmq.Again:
            continue
${closed('        ')}
        try:
            if len(frames) != 2:
                raise ValueError(f"expected 2 frames, received {len(frames)}")
            identity, body = frames
            store(body.decode())
        except Exception:
            dropped += 1
            logger.exception(
                "Dropped message {} from {!r}: {} bytes, starting with {!r}",
                dropped,
                frames[0][:64],
                len(frames[-1]),
                frames[-1][:64],
            )
`,
    'unsafe',
  );
});
