"""A start-up that waits for two peers: one message of another number of frames ends it."""

import logging
import threading

import zmq

logger = logging.getLogger(__name__)


class Listener:
    def __init__(self, ctx):
        self.ctx = ctx
        self.handled = []
        self.sock = ctx.socket(zmq.ROUTER)
        self.port = self.sock.bind_to_random_port("tcp://127.0.0.1")

    def start(self):
        thread = threading.Thread(target=self.wait_for_peers, daemon=True)
        thread.start()
        return thread

    def wait_for_peers(self):
        while len(self.handled) < 2:
            identity, payload = self.sock.recv_multipart()
            self.handled.append(len(payload))
