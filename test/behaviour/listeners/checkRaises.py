"""A listener that raises when the message is not one it knows; no try anywhere."""

import logging
import threading

import msgpack
import zmq

logger = logging.getLogger(__name__)


class Listener:
    def __init__(self, ctx):
        self.ctx = ctx
        self.handled = []
        self.sock = ctx.socket(zmq.ROUTER)
        self.port = self.sock.bind_to_random_port("tcp://127.0.0.1")

    def start(self):
        thread = threading.Thread(target=self.listen, daemon=True)
        thread.start()
        return thread

    def listen(self):
        with self.sock as sock:
            while True:
                identity, msg = sock.recv_multipart()
                data = msgpack.unpackb(msg)
                if data["type"] != "release":
                    logger.error("unexpected message type")
                    raise RuntimeError("unexpected message type")
                # The transfer may be freed now.
                self.handled.append(data["transfer_id"])
