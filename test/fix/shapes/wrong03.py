"""Ranks and configuration are compared in a loop that serves for ever."""
import msgspec
import zmq


class FrontEnd:
    def listen(self):
        sock = self.ctx.socket(zmq.ROUTER)
        while True:
            identity, payload = sock.recv_multipart()
            ready = msgspec.msgpack.decode(payload)
            if ready["config_hash"] != self.config.compute_hash():
                raise RuntimeError("Configuration mismatch")
            if ready["headless"] != self.expects_headless:
                raise RuntimeError("--headless does not fit")
