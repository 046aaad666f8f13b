"""L10: a coordinator that waits for the subscription of each engine and gives up on anything else."""
import zmq


class Coordinator:
    def serve(self):
        publish_back = self.ctx.socket(zmq.XPUB)
        publish_back.bind(self.address)
        for _ in self.engines:
            if publish_back.recv() != b"\x01":
                logger.error("Unexpected message while waiting for engines")
                return
        publish_back.send(b"READY")
