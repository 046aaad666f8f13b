"""A worker's two sockets: peers announce finished transfers, engines report that they are ready.

Both loops end on the first message of a stranger, such as an HTTP scrape of the port.
"""

import logging
import threading

import msgpack
import zmq

logger = logging.getLogger(__name__)


class HandshakeError(RuntimeError):
    """The other side does not speak the protocol."""


class NotifyListener:
    """Takes `{"type": "release", "transfer_id": ...}` from peers."""

    def __init__(self, ctx: zmq.Context, address: str) -> None:
        self.sock = ctx.socket(zmq.ROUTER)
        self.sock.bind(address)
        self.released: list[str] = []
        self.thread = threading.Thread(target=self._listen, daemon=True)

    def _listen(self) -> None:
        while True:
            identity, msg = self.sock.recv_multipart()
            try:
                self._handle(msgpack.loads(msg))
            except Exception as e:
                logger.error("Error processing message: %s", e)
                raise HandshakeError(f"Error processing message: {e}") from e

    def _handle(self, message: dict) -> None:
        if message["type"] != "release":
            raise ValueError(f"unknown type {message['type']!r}")
        self.released.append(message["transfer_id"])


def wait_for_engines(sock: zmq.Socket, engines: dict[int, str]) -> None:
    known = {rank.to_bytes(2, "little") for rank in engines}
    while any(state != "ready" for state in engines.values()):
        identity, payload = sock.recv_multipart()
        rank = int.from_bytes(identity, "little")
        if identity not in known:
            raise RuntimeError(f"Message from engine with unexpected data parallel rank: {rank}")
        message = msgpack.loads(payload)
        engines[rank] = "ready" if message["status"] == "HELLO" else engines[rank]


def fetch_metadata(sock: zmq.Socket) -> dict:
    """Asks a peer for its metadata; the reply is an empty frame and a payload."""
    sock.send_multipart([b"", b"get_meta_msg"])
    received_frame = sock.recv_multipart()
    if len(received_frame) != 2 or received_frame[0] != b"":
        raise HandshakeError(f"Unexpected frame! {received_frame = }")
    return msgpack.loads(received_frame[1])


def say_hello(ctx: zmq.Context, address: str, rank: int) -> zmq.Socket:
    """What an engine does: its identity is its rank in two bytes."""
    sock = ctx.socket(zmq.DEALER)
    sock.setsockopt(zmq.IDENTITY, rank.to_bytes(2, "little"))
    sock.connect(address)
    sock.send(msgpack.dumps({"status": "HELLO"}))
    return sock
