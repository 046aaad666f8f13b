"""A listener whose handling has an else branch, and whose receive has clauses of its own."""

import logging
import threading

import msgpack
import zmq

logger = logging.getLogger(__name__)


class Listener:
    def __init__(self, ctx):
        self.ctx = ctx
        self.handled = []
        self.sock = ctx.socket(zmq.PULL)
        self.sock.setsockopt(zmq.RCVTIMEO, 50)
        self.port = self.sock.bind_to_random_port("tcp://127.0.0.1")

    def start(self):
        thread = threading.Thread(target=self.listen, daemon=True)
        thread.start()
        return thread

    def listen(self):
        while True:
            try:
                frames = self.sock.recv_multipart()
            except zmq.Again:
                continue
            except zmq.ZMQError:
                break
            try:
                data = msgpack.loads(frames[-1])
            except ValueError as error:
                raise RuntimeError("bad message") from error
            else:
                self.handled.append(data["transfer_id"])
