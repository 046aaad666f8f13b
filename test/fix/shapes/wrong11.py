"""What is not known yet is kept and counted; a dropped one would leak."""
import zmq


class Acks:
    def listen(self):
        sock = self.ctx.socket(zmq.ROUTER)
        while True:
            frames = sock.recv_multipart()
            try:
                self.acks[frames[-1].decode()] += 1
            except Exception:
                self.unmapped.append(frames)
                logger.warning("%d acks of unknown requests", len(self.unmapped))
