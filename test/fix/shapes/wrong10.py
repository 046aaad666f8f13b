"""What comes in belongs to a request."""
import threading

import msgspec
import zmq


class Engine:
    def start(self):
        threading.Thread(target=self.input_loop, daemon=True).start()

    def input_loop(self):
        sock = self.ctx.socket(zmq.DEALER)
        decoder = msgspec.msgpack.Decoder(Request)
        while True:
            kind, body = sock.recv_multipart()
            request = decoder.decode(body)
            self.requests.put_nowait((kind, request))
