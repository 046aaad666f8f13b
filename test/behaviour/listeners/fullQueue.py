"""A sender whose peer is a little late; `handled` says whether its message was taken."""

import threading
import time

import zmq


class SendError(RuntimeError):
    """The peer takes nothing."""


class Listener:
    def __init__(self, ctx):
        self.ctx = ctx
        self.handled = []
        self.sock = ctx.socket(zmq.PUSH)
        self.port = self.sock.bind_to_random_port("tcp://127.0.0.1")

    def start(self):
        threading.Thread(target=self.take_late, daemon=True).start()
        thread = threading.Thread(target=self.send_once, daemon=True)
        thread.start()
        return thread

    def take_late(self):
        time.sleep(0.3)
        with self.ctx.socket(zmq.PULL) as peer:
            peer.connect(f"tcp://127.0.0.1:{self.port}")
            self.handled.append(peer.recv().decode())

    def send_once(self):
        try:
            self.notify(b"t-1")
        except SendError as e:
            self.handled.append(str(e))

    def notify(self, payload):
        try:
            self.sock.send(payload, zmq.NOBLOCK)
        except zmq.Again as e:
            raise SendError("the peer takes no more messages") from e
