"""A client whose server answers with three frames where two are expected; `handled` says what it made of them."""

import threading

import zmq


class Listener:
    def __init__(self, ctx):
        self.ctx = ctx
        self.handled = []
        self.server = ctx.socket(zmq.ROUTER)
        self.port = self.server.bind_to_random_port("tcp://127.0.0.1")

    def start(self):
        threading.Thread(target=self.answer, daemon=True).start()
        thread = threading.Thread(target=self.ask, daemon=True)
        thread.start()
        return thread

    def answer(self):
        frames = self.server.recv_multipart()
        self.server.send_multipart([frames[0], b"", b"metadata", b"more"])

    def ask(self):
        try:
            self.handled.append(self.fetch())
        except ValueError as e:
            self.handled.append(str(e))

    def fetch(self):
        with self.ctx.socket(zmq.DEALER) as sock:
            sock.rcvtimeo = 5000
            sock.connect(f"tcp://127.0.0.1:{self.port}")
            sock.send(b"get")
            empty, metadata = sock.recv_multipart()
            return metadata.decode()
