"""A notify listener whose handler raises out of the loop."""

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
        def listen():
            with self.sock as sock:
                while True:
                    try:
                        identity, msg = sock.recv_multipart()
                        self.handle(msg)
                    except Exception as e:
                        logger.error("Error processing message: %s", e)
                        raise RuntimeError(f"Error processing message: {e}") from e

        thread = threading.Thread(target=listen, name="notify-listener", daemon=True)
        thread.start()
        return thread

    def handle(self, msg):
        data = msgpack.loads(msg)
        if data["type"] != "release":
            raise ValueError(f"unhandled type {data['type']!r}")
        self.handled.append(data["transfer_id"])
