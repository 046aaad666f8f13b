"""A worker that takes what its listener received from a queue and dies of the first message it cannot read."""

import logging
import queue
import threading

import msgpack
import zmq

logger = logging.getLogger(__name__)


class Listener:
    def __init__(self, ctx):
        self.ctx = ctx
        self.handled = []
        self.inbox = queue.Queue()
        self.sock = ctx.socket(zmq.ROUTER)
        self.port = self.sock.bind_to_random_port("tcp://127.0.0.1")

    def start(self):
        threading.Thread(target=self.listen, daemon=True).start()
        worker = threading.Thread(target=self.work, daemon=True)
        worker.start()
        return worker

    def listen(self):
        with self.sock as sock:
            while True:
                try:
                    frames = sock.recv_multipart()
                    self.inbox.put(frames)
                except zmq.ZMQError:
                    break
        self.inbox.put(None)

    def work(self):
        while True:
            frames = self.inbox.get()
            if frames is None:
                break
            data = msgpack.unpackb(frames[-1])
            if data["type"] != "release":
                raise ValueError(f"unhandled type {data['type']!r}")
            self.handled.append(data["transfer_id"])
