"""L4: a start-up that waits for the HELLO and READY of known engines."""
import msgspec
import zmq


class Engine:
    def __init__(self, rank):
        self.identity = rank.to_bytes(2, "little")


def wait_for_engines(ctx, engines: list[Engine], pending, config):
    handshake_socket = ctx.socket(zmq.ROUTER)
    poller = zmq.Poller()
    while any(pending):
        events = poller.poll(10_000)
        if not events:
            logger.debug("Waiting for %d engines", sum(pending))
            continue
        if len(events) > 1 or events[0][0] != handshake_socket:
            raise RuntimeError("An engine has ended")
        engine_identity, ready = handshake_socket.recv_multipart()
        number = int.from_bytes(engine_identity, "little")
        engine = next((e for e in engines if e.identity == engine_identity), None)
        if engine is None:
            raise RuntimeError(f"Message from an engine of unexpected rank: {number}")
        message = msgspec.msgpack.decode(ready)
        if message["local"] != engine.local:
            raise RuntimeError(f"Engine {number} is not where it was expected")
        if message["config_hash"] != config.compute_hash():
            raise RuntimeError(f"Engine {number} was started otherwise")
        pending[engine.place] -= 1
