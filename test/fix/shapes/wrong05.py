"""Sentinels and the end of the process."""
import asyncio

import zmq


class Worker:
    def outputs_loop(self):
        sock = self.ctx.socket(zmq.PULL)
        while True:
            frames = sock.recv_multipart()
            if frames[0] == ENGINE_CORE_DEAD:
                raise EngineDeadError()
            self.outputs.append(frames)

    def busy_loop(self):
        sock = self.ctx.socket(zmq.PULL)
        while True:
            message = sock.recv()
            if message == b"shutdown":
                raise SystemExit(0)
            self.step(message.decode())

    async def task_loop(self, sock):
        while True:
            try:
                message = await sock.recv()
                self.step(message)
            except asyncio.CancelledError:
                raise
            except zmq.ContextTerminated:
                raise
            except Exception:
                logger.exception("cannot take a step")

    def queue_loop(self):
        sock = self.ctx.socket(zmq.PUSH)
        while True:
            item = self.queue.get()
            if item is None:
                break
            if item is CANCELLED:
                raise RuntimeError("cancelled")
            sock.send(item)
