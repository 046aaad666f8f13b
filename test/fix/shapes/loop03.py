"""L3: a listener that only thinks of the time limit of its socket."""
import threading

import msgspec
import zmq


class Scheduler:
    def start(self, encoded, stop):
        threading.Thread(target=self.handshake_listener, args=(encoded, stop), daemon=True).start()

    def handshake_listener(self, encoded: dict[tuple[int, int], bytes], stop):
        with self.ctx.socket(zmq.ROUTER) as sock:
            sock.bind(self.address)
            sock.setsockopt(zmq.RCVTIMEO, 1000)
            while True:
                try:
                    identity, _, msg = sock.recv_multipart()
                except zmq.Again:
                    if stop.is_set():
                        break
                    continue
                msg, stage, shard = msgspec.msgpack.decode(msg)
                if msg != GET_META:
                    logger.warning("Unexpected message %s", msg)
                sock.send_multipart((identity, b"", encoded[(stage, shard)]))
