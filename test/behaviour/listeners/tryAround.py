"""A listener whose try stands around the loop."""

import logging
import threading

import msgpack
import zmq

logger = logging.getLogger(__name__)


class Listener:
    def __init__(self, ctx):
        self.ctx = ctx
        self.handled = []
        self.sock = ctx.socket(zmq.ROUTER)
        self.port = self.sock.bind_to_random_port("tcp://127.0.0.1")

    def start(self):
        thread = threading.Thread(target=self.serve, daemon=True)
        thread.start()
        return thread

    def serve(self):
        sock = self.sock
        try:
            while True:
                identity, msg = sock.recv_multipart()
                data = msgpack.loads(msg)
                self.handled.append({"release": data["transfer_id"]}[data["type"]])
        except zmq.ContextTerminated:
            logger.debug("context terminated")
        except Exception as e:
            logger.error("serve: %s. Exiting thread.", e)
        finally:
            sock.close()
