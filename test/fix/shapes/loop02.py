"""L2: a listener that raises after a check of the message."""
import threading

import zmq


class Worker:
    def start(self, ready):
        threading.Thread(target=self.answer_peers, args=(ready,), daemon=True).start()

    def answer_peers(self, ready):
        with self.ctx.socket(zmq.ROUTER) as sock:
            sock.bind(self.address)
            ready.set()
            while True:
                identity, msg = sock.recv_multipart()
                if msg != GET_META and msg != POP_DONE:
                    logger.error("Unexpected message")
                    raise HandshakeError("unexpected kind of message")
                elif msg == GET_META:
                    sock.send_multipart((identity, b"", self.metadata))
                elif msg == POP_DONE:
                    _, request = sock.recv_multipart()
                    logger.debug("done with %s", request.decode())
