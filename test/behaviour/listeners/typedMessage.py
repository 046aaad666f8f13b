"""A listener that drops what its handlers refuse; the fields of a release are used as they come."""

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
        while True:
            try:
                frames = self.sock.recv_multipart()
            except zmq.ZMQError:
                break
            try:
                self.handle_release(msgpack.loads(frames[-1]))
            except Exception as e:
                logger.warning("refused: %r", e)

    def handle_release(self, data):
        transfer_id = data["transfer_id"]
        self.handled.append(transfer_id)
