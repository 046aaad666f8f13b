"""A REP server: who asks must be answered before the next question is taken."""

import logging
import threading

import msgpack
import zmq

logger = logging.getLogger(__name__)


class Listener:
    def __init__(self, ctx):
        self.ctx = ctx
        self.handled = []
        self.running = True
        self.socket = ctx.socket(zmq.REP)
        self.port = self.socket.bind_to_random_port("tcp://127.0.0.1")

    def start(self):
        thread = threading.Thread(target=self.process_request, daemon=True)
        thread.start()
        return thread

    def process_request(self):
        while self.running:
            frames = self.socket.recv_multipart(copy=False)
            data = msgpack.loads(frames[0].buffer)
            if data["type"] == "release":
                self.handled.append(data["transfer_id"])
                self.socket.send(b"ok")
            else:
                raise ValueError(f"unknown type {data['type']!r}")
        self.socket.close()
