"""L18: a heartbeat that sends and gives up after many failures."""
import time

import msgpack
import zmq


class Pinger:
    def ping(self):
        retries = 0
        with self.ctx.socket(zmq.DEALER) as sock:
            sock.connect(self.address)
            while True:
                try:
                    sock.send(msgpack.dumps({"type": "P"}))
                    retries = 0
                except OSError as e:
                    logger.info("cannot ping: %s", e)
                    retries += 1
                except Exception as e:
                    retries += 1
                    if retries >= 100:
                        raise RuntimeError(f"Ping failed after {retries} retries") from e
                finally:
                    time.sleep(1)
