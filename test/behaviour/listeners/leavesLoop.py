"""A listener that logs an error about a message it does not know and returns."""

import logging
import threading

import zmq

logger = logging.getLogger(__name__)


class Listener:
    def __init__(self, ctx):
        self.ctx = ctx
        self.handled = []
        self.sock = ctx.socket(zmq.PULL)
        self.port = self.sock.bind_to_random_port("tcp://127.0.0.1")

    def start(self):
        thread = threading.Thread(target=self.listen, daemon=True)
        thread.start()
        return thread

    def listen(self):
        while True:
            try:
                data = self.sock.recv()
            except zmq.ZMQError:
                break
            if len(data) != 30:
                logger.error("expected 30 bytes, received %d", len(data))
                return
            self.handled.append("t-1")
        self.sock.close()
