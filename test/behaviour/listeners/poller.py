"""A registration listener that waits at a poller."""

import threading

import msgpack
import zmq


class Listener:
    def __init__(self, ctx):
        self.ctx = ctx
        self.handled = []
        self.router_socket = ctx.socket(zmq.ROUTER)
        self.port = self.router_socket.bind_to_random_port("tcp://127.0.0.1")

    def start(self):
        thread = threading.Thread(target=self.listen_for_register, daemon=True)
        thread.start()
        return thread

    def listen_for_register(self):
        router_socket = self.router_socket
        poller = zmq.Poller()
        poller.register(router_socket, zmq.POLLIN)
        while True:
            ready = dict(poller.poll())
            if router_socket in ready:
                address, msg = router_socket.recv_multipart()
                data = msgpack.loads(msg)
                if data.get("type") == "release":
                    self.handled.append(data["transfer_id"])
                else:
                    raise ValueError(f"unknown type in {data!r}")
        router_socket.close()
