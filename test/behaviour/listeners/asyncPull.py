"""An asyncio task that pulls messages."""

import asyncio
import threading

import msgpack
import zmq
import zmq.asyncio


class Listener:
    def __init__(self, ctx):
        self.handled = []
        self.ctx = zmq.asyncio.Context()
        self.ready = threading.Event()
        self.port = 0

    def start(self):
        thread = threading.Thread(target=self.run, daemon=True)
        thread.start()
        self.ready.wait(5)
        return thread

    def run(self):
        try:
            asyncio.run(self.pull())
        except asyncio.CancelledError:
            pass

    def cancel(self):
        self.loop.call_soon_threadsafe(self.task.cancel)

    async def pull(self):
        sock = self.ctx.socket(zmq.PULL)
        self.port = sock.bind_to_random_port("tcp://127.0.0.1")
        self.loop = asyncio.get_running_loop()
        self.task = asyncio.current_task()
        self.ready.set()
        while True:
            data = msgpack.loads(await sock.recv())
            if data["type"] not in ("release",):
                raise ValueError(f"unknown type {data['type']!r}")
            self.handled.append(data["transfer_id"])
        sock.close()
