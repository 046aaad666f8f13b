"""A listener with a time limit on the receive and a stop flag, as handshake listeners have it."""

import threading

import msgpack
import zmq


class Listener:
    def __init__(self, ctx):
        self.ctx = ctx
        self.handled = []
        self.stop = threading.Event()
        self.sock = ctx.socket(zmq.ROUTER)
        self.sock.setsockopt(zmq.RCVTIMEO, 200)
        self.port = self.sock.bind_to_random_port("tcp://127.0.0.1")

    def start(self):
        thread = threading.Thread(target=self.listen, daemon=True)
        thread.start()
        return thread

    def listen(self):
        sock = self.sock
        while True:
            try:
                identity, msg = sock.recv_multipart()
            except zmq.Again:
                if self.stop.is_set():
                    break
                continue
            data = msgpack.loads(msg)
            release = {"release": self.handled.append}[data["type"]]
            release(data["transfer_id"])
        sock.close()
