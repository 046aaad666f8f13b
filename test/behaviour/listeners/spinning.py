"""A listener whose clause logs every error and goes on, which spins once its socket is gone."""

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
        thread = threading.Thread(target=self.listen, daemon=True)
        thread.start()
        return thread

    def listen(self):
        while True:
            try:
                data = msgpack.loads(self.sock.recv())
                self.handled.append(data["transfer_id"])
            except Exception:
                logger.exception("Error while handling a message")
