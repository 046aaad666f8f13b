"""A coordinator with two sockets that decodes without a guard."""

import logging
import threading

import msgpack
import zmq

logger = logging.getLogger(__name__)


class Listener:
    def __init__(self, ctx):
        self.ctx = ctx
        self.handled = []
        self.front = ctx.socket(zmq.PULL)
        self.port = self.front.bind_to_random_port("tcp://127.0.0.1")
        self.back = ctx.socket(zmq.PULL)
        self.back.bind("inproc://back")

    def start(self):
        thread = threading.Thread(target=self.coordinate_loop, daemon=True)
        thread.start()
        return thread

    def coordinate_loop(self):
        front_socket, back_socket = self.front, self.back
        poller = zmq.Poller()
        poller.register(front_socket, zmq.POLLIN)
        poller.register(back_socket, zmq.POLLIN)
        while True:
            events = dict(poller.poll())
            if front_socket in events:
                buffer = front_socket.recv(zmq.NOBLOCK)
                decoded = msgpack.unpackb(buffer)
                self.handled.append(decoded.get("transfer_id") if isinstance(decoded, dict) else None)
            if back_socket in events:
                logger.warning("back: %d bytes", len(back_socket.recv(zmq.NOBLOCK)))
