"""L1: a listener whose handler raises out of the loop."""
import threading

import msgpack
import zmq


class Engine:
    def __init__(self):
        self.lock = threading.Lock()
        self.released: list[tuple[str, int]] = []

    def start(self):
        def wait_for_notifications():
            with self.ctx.socket(zmq.ROUTER) as sock:
                sock.bind(self.address)
                while True:
                    try:
                        identity, msg = sock.recv_multipart()
                        self.take(msg)
                    except Exception as e:
                        logger.error("Cannot process message: %s", e)
                        raise HandshakeError(f"Cannot process message: {e}") from e

        threading.Thread(target=wait_for_notifications, daemon=True).start()

    def take(self, msg):
        data = msgpack.loads(msg)
        kind = data.get("type")
        if kind != "release":
            raise TransferError(f"Unknown message: {kind}")
        size = data["size"]
        if size <= 0:
            raise TransferError(f"Bad size: {size}")
        transfer_id = data["transfer_id"]
        with self.lock:
            self.released.append((transfer_id, size))
