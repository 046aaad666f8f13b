"""A known peer says READY once."""
import zmq


def wait_for_ready(sock: zmq.Socket, pending, decoder):
    while pending:
        identity, payload = sock.recv_multipart()
        try:
            pending.remove(identity)
            apply(decoder.decode(payload))
        except Exception:
            raise RuntimeError("an engine cannot be used")
