"""A listener whose clause for an idle socket ends the round by running to its end."""

import logging
import threading

import msgpack
import zmq

logger = logging.getLogger(__name__)


class Listener:
    def __init__(self, ctx):
        self.ctx = ctx
        self.handled = []
        self.idle = 0
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
                message = self.sock.recv()
                data = msgpack.loads(message)
                self.handled.append(data["transfer_id"])
            except zmq.Again:
                self.idle += 1
            except zmq.ZMQError as error:
                if error.errno == zmq.EAGAIN:
                    continue
                raise
            except Exception as error:
                raise RuntimeError("bad message") from error
