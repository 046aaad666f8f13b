/** Receive loops whose handler raises, and what becomes of them. */
import { describe, it } from 'vitest';
import { checkFix } from './check';
import { closed } from './closedClauses';

const fix = 'drop-malformed-message';

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
        dropped = 0
        # One socket for all peers.
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
      'unsafe',
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
            continue
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
      'unsafe',
    );
  });
});
