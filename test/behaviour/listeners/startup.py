"""A front end that waits until two engines, known by their ranks, have said HELLO."""

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
        thread = threading.Thread(target=self.wait_for_engines, daemon=True)
        thread.start()
        return thread

    def wait_for_engines(self):
        handshake_socket = self.sock
        pending = {rank.to_bytes(2, "little") for rank in range(2)}
        poller = zmq.Poller()
        poller.register(handshake_socket, zmq.POLLIN)
        while pending:
            if not poller.poll(100):
                continue
            eng_identity, ready_bytes = handshake_socket.recv_multipart()
            eng_index = int.from_bytes(eng_identity, "little")
            if eng_identity not in pending:
                raise RuntimeError(f"Message from engine with unexpected data parallel rank: {eng_index}")
            msg = msgpack.loads(ready_bytes)
            if not msg["local"]:
                raise RuntimeError(f"{msg['status']} message from remote engine {eng_index}, expected it to be local")
            pending.remove(eng_identity)
            self.handled.append(eng_index)
        self.handled.append("started")
        handshake_socket.close()
