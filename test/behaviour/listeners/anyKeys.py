"""A listener that expects ValueError of msgpack, and takes away the check of keys that makes it so."""

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
                raw = self.sock.recv()
            except zmq.ZMQError:
                break
            try:
                data = msgpack.unpackb(raw, strict_map_key=False)
            except ValueError as e:
                logger.warning("refused: %s", e)
                continue
            self.handled.append(data.get("transfer_id"))
