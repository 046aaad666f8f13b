"""A session that disconnects the one peer that breaks the contract."""
import zmq


class Session:
    def session_loop(self):
        sock = self.ctx.socket(zmq.ROUTER)
        while True:
            frames = sock.recv_multipart()
            try:
                self.advance(frames)
            except ContractError as exc:
                logger.warning("peer broke the contract: %s", exc)
                self.disconnect(frames[0])
            except Exception:
                logger.exception("peer failed")
                self.disconnect(frames[0])
