"""What cannot be decoded is unpickled."""
import pickle

import msgpack
import zmq


class Listener:
    def listen(self):
        sock = self.ctx.socket(zmq.PULL)
        while True:
            message = sock.recv()
            try:
                data = msgpack.unpackb(message)
            except ValueError:
                data = pickle.loads(message)
            self.take(data["id"])
