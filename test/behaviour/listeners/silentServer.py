"""A client whose server never answers; `handled` says how the question ended."""

import threading

import zmq


class Listener:
    def __init__(self, ctx):
        self.ctx = ctx
        self.handled = []
        self.server = ctx.socket(zmq.ROUTER)
        self.port = self.server.bind_to_random_port("tcp://127.0.0.1")

    def start(self):
        thread = threading.Thread(target=self.ask, daemon=True)
        thread.start()
        return thread

    def ask(self):
        try:
            self.handled.append(self.fetch())
        except TimeoutError as e:
            self.handled.append(str(e))

    def fetch(self):
        with self.ctx.socket(zmq.DEALER) as sock:
            sock.connect(f"tcp://127.0.0.1:{self.port}")
            sock.send(b"get metadata")
            return sock.recv_multipart()
