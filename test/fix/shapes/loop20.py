"""L20: a listener without any try."""
import threading

import msgpack
import zmq


class Engine:
    def __init__(self, ctx):
        self.router = ctx.socket(zmq.ROUTER)
        threading.Thread(target=self.listen_for_requests, daemon=True).start()

    def listen_for_requests(self):
        while True:
            remote, message = self.router.recv_multipart()
            data = msgpack.loads(message)
            if data["cmd"] == "NEW":
                self.join(remote, data["unique_id"])
            elif data["cmd"] == "PUT":
                self.store(data["tensor_id"])
