"""A socket that has to answer before it can receive again."""
import threading

import msgpack
import zmq


class Server:
    def start(self):
        threading.Thread(target=self.answer_loop, daemon=True).start()

    def answer_loop(self):
        rep = self.ctx.socket(zmq.REP)
        while True:
            question = msgpack.unpackb(rep.recv())
            rep.send(self.lookup(question["key"]))
