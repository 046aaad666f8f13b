"""A transport that drops what it cannot read."""
import msgspec
import zmq


class Transport:
    def receive_loop(self):
        while True:
            try:
                frames = self.router.recv_multipart(zmq.NOBLOCK)
            except zmq.Again:
                break
            except zmq.ZMQError as exc:
                logger.warning("cannot receive: %s", exc)
                break
            if len(frames) != 2:
                logger.warning("dropping %d frames", len(frames))
                continue
            try:
                message = msgspec.msgpack.decode(frames[1])
            except Exception as exc:
                logger.warning("cannot decode: %s", exc)
                continue
            self.pending.append(message)
