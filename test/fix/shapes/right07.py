"""A loop written as it should be."""
import zmq


class Listener:
    def listen(self):
        sock = self.ctx.socket(zmq.ROUTER)
        dropped = 0
        while True:
            try:
                frames = sock.recv_multipart()
            except zmq.ContextTerminated:
                break
            except zmq.ZMQError as error:
                if error.errno in (zmq.ETERM, zmq.ENOTSOCK):
                    break
                raise
            try:
                if len(frames) != 2:
                    raise ValueError(f"expected 2 frames, received {len(frames)}")
                identity, payload = frames
                self.handle(payload)
            except Exception:
                dropped += 1
                logger.exception("Dropped message %d from %r", dropped, frames[0][:64])
