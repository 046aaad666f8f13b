"""A numbered stream."""
import msgspec
import zmq


class Subscriber:
    def subscribe_loop(self):
        sub = self.ctx.socket(zmq.SUB)
        decoder = msgspec.msgpack.Decoder(Batch)
        while True:
            topic, seq_bytes, payload = sub.recv_multipart()
            seq = int.from_bytes(seq_bytes, "big")
            if seq > self.last + 1:
                self.ask_for_replay(self.last + 1)
            self.apply(seq, decoder.decode(payload))
