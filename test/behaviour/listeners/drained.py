"""A reader that is only interested in the last message of its socket, which it drains."""

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
        self.port = self.sock.bind_to_random_port("tcp://127.0.0.1")

    def start(self):
        thread = threading.Thread(target=self.follow_loop, daemon=True)
        thread.start()
        return thread

    def follow_loop(self):
        while True:
            self.sock.poll()
            buffer = None
            while True:
                try:
                    buffer = self.sock.recv(zmq.NOBLOCK)
                except zmq.Again:
                    break
            if buffer is None:
                continue
            decoded = msgpack.unpackb(buffer)
            self.handled.append(decoded.get("transfer_id") if isinstance(decoded, dict) else None)
