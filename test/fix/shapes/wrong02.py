"""Clients of a request and its reply: with a limit, without one, and with an error that hides its cause."""
import msgspec
import zmq


def moriio_like(ctx, path):
    with ctx.socket(zmq.DEALER) as sock:
        sock.connect(path)
        sock.send(b"get_meta")
        received = sock.recv_multipart()
        if len(received) != 2 or received[0] != b"":
            raise HandshakeError(f"Unexpected frame! {received = }")
        return received[1]


def nixl_like(ctx, path, shards):
    with ctx.socket(zmq.REQ) as sock:
        sock.setsockopt(zmq.RCVTIMEO, 5000)
        sock.connect(path)
        for shard in shards:
            sock.send(msgspec.msgpack.encode(("get", shard)))
            metadata, clock = sock.recv_multipart()
            try:
                yield msgspec.msgpack.decode(metadata)
            except msgspec.DecodeError as e:
                raise RuntimeError(f"incompatible: {e}")


async def mooncake_like(sock, decoder, request):
    await sock.send(request)
    while True:
        answer = await sock.recv()
        response = decoder.decode(answer)
        if response.status == "error":
            return
        if response.status == "finish":
            break


def lookup_like(sock, question):
    sock.send(question)
    empty, answer = sock.recv_multipart()
    return answer
