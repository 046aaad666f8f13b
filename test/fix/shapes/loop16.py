"""L16: a transport that is polled by its owner; frames and payload are checked, the identity is not."""
import msgspec
import zmq


class Transport:
    def poll(self):
        self.receive_router()

    def receive_router(self):
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
            identity, data = frames
            sender = identity.decode()
            try:
                message = msgspec.msgpack.decode(data)
            except Exception as exc:
                logger.warning("cannot decode message from %s: %s", sender, exc)
                continue
            self.pending.append((sender, message))
