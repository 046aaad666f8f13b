"""Sends what strangers and peers send to a ZMQ port: clients.py PORT KIND…

A byte stream that is no ZMTP 3 is read as ZMTP 1.0 (RFC 13): a length, a flags byte, then the rest of the frame, the
first of which is the identity. A text of 400 bytes therefore arrives as a whole message.
"""

import socket
import ssl
import sys
import time

import msgpack
import zmq

PADDING = "".join(f"X-Header-{number}: {'value' * 4}\r\n" for number in range(12))


def stream(port, data):
    """Sends all it has, and waits until the other side has read that and hangs up, as libzmq does at the end of a stream."""
    with socket.create_connection(("127.0.0.1", port), timeout=30) as sock:
        sock.sendall(data)
        try:
            sock.shutdown(socket.SHUT_WR)
            while sock.recv(4096):
                pass
        except OSError:
            # It has hung up before.
            pass


def http(port):
    stream(port, f"GET /metrics HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n{PADDING}\r\n".encode())


def hung_up(port):
    """Sends a request and hangs up at once, often before the other side has read it."""
    for _ in range(5):
        with socket.create_connection(("127.0.0.1", port), timeout=30) as sock:
            sock.sendall(f"GET /metrics HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n{PADDING}\r\n".encode())


def tls(port):
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    # About one hello in seven, by its random bytes, holds no whole ZMTP 1.0 message.
    for _ in range(8):
        try:
            with socket.create_connection(("127.0.0.1", port), timeout=5) as sock:
                sock.settimeout(0.2)
                context.wrap_socket(sock)
        except OSError:
            # No answer in TLS, or the port is gone: the listener died of an earlier hello.
            pass


def garbage(port):
    stream(port, b"\x05\x00peer\x09\x00\xff\xfe\xfd\xc1\x00\x80\x81\x9f")


def strangers(port):
    """First bytes of clients that libzmq takes for ZMTP 1.0, whether they make a whole message or none."""
    host = f"Host: 127.0.0.1:{port}\r\n"
    for data in [
        f"GET /metrics HTTP/1.1\r\n{host}User-Agent: scraper\r\nAccept: text/plain\r\nAccept-Encoding: gzip\r\nX-Seconds: 10\r\n\r\n",
        f"GET /health HTTP/1.1\r\n{host}User-Agent: kube-probe/1.33\r\nAccept: */*\r\nConnection: close\r\n\r\n",
        f"DELETE /v1/x HTTP/1.1\r\n{host}User-Agent: curl/8\r\nAccept: */*\r\n\r\n",
        f"POST /v1/chat/completions HTTP/1.1\r\n{host}Content-Type: application/json\r\nContent-Length: 40\r\n\r\n" + '{"model": "m", "messages": [], "n": 1}  ',
        "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + "\0\0\x12\x04\0\0\0\0\0\0\x03\0\0\0d\0\x04\0\0\xff\xff" * 4,
        "*3\r\n$3\r\nSET\r\n$18\r\nsession:0123456789\r\n$180\r\n" + "v" * 180 + "\r\n",
        "Hello, this is a plain text that someone typed into a port. " * 6,
        "SSH-2.0-OpenSSH_9.2p1 Debian-2\r\n",
        "\x10\x17\0\x04MQTT\x04\x02\0<\0\x0bclient",
        "\x03\0\0*&\xe0\0\0\0\0\0Cookie: mstshash=nmap\r\n\x01\0\x08\0\x03\0\0\0",
        "\0\0\0\x08\x04\xd2\x16/",
        "\xff\0\0\0\0\0\0\0\x01\x7f junk that is no greeting",
        "\x01\0\x05\0four\0",
    ]:
        try:
            stream(port, data.encode("latin-1"))
        except OSError:
            # The port is gone, or it has refused the bytes at once.
            pass


def zmq_client(port, kind, frames, identity=None):
    ctx = zmq.Context()
    sock = ctx.socket(kind)
    if identity is not None:
        sock.setsockopt(zmq.ROUTING_ID, identity)
    sock.connect(f"tcp://127.0.0.1:{port}")
    sock.send_multipart(frames)
    return ctx, sock


def one_way(port, kind, frames, identity=None):
    ctx, sock = zmq_client(port, kind, frames, identity)
    time.sleep(0.1)
    sock.close(linger=30_000)
    ctx.term()


def ask(port, frames, patience=10_000, tries=6):
    """Sends as REQ and prints the answer, or that there was none within so many milliseconds.

    Asks again on a socket of its own, as clients must: libzmq swallows an answer of REP behind a malformed message whose
    sender had hung up before it was read (router_t::rollback keeps _more_out where the peer is gone; 4.3.4 to 2026-07).
    """
    answer = None
    while answer is None and tries > 0:
        ctx, sock = zmq_client(port, zmq.REQ, frames)
        answer = sock.recv() if sock.poll(patience) else None
        sock.close(linger=0)
        ctx.term()
        tries -= 1
    print(repr(answer), flush=True)


def message(**fields):
    return msgpack.packb(fields)


def status(rank, status, local=True):
    return lambda port: one_way(port, zmq.DEALER, [message(status=status, local=local)], rank.to_bytes(2, "little"))


CLIENTS = {
    "http": http,
    "hung-up": hung_up,
    "tls": tls,
    "garbage": garbage,
    "req": lambda port: one_way(port, zmq.REQ, [b"hello"]),
    "unknown": lambda port: one_way(port, zmq.DEALER, [message(type="no such type")]),
    "valid": lambda port: one_way(port, zmq.DEALER, [message(type="release", transfer_id="t-1")]),
    "strangers": strangers,
    "no-id": lambda port: one_way(port, zmq.DEALER, [message(type="release")]),
    "push-list-key": lambda port: one_way(port, zmq.PUSH, [b"\x81\x91\x01\x02"]),
    "push-garbage": lambda port: one_way(port, zmq.PUSH, [b"\xc1\xff"]),
    "push-unknown": lambda port: one_way(port, zmq.PUSH, [message(type="no such type")]),
    "push-valid": lambda port: one_way(port, zmq.PUSH, [message(type="release", transfer_id="t-1")]),
    "ask-garbage": lambda port: ask(port, [b"\xc1\xff"]),
    "ask-unknown": lambda port: ask(port, [message(type="no such type")]),
    "ask-valid": lambda port: ask(port, [message(type="release", transfer_id="t-1")]),
    "vain-garbage": lambda port: ask(port, [b"\xc1\xff"], 2000, 1),
    "vain-unknown": lambda port: ask(port, [message(type="no such type")], 2000, 1),
    "hello-0": status(0, "HELLO"),
    "hello-1": status(1, "HELLO"),
    "hello-10752": status(10752, "HELLO"),
    "hello-remote": status(0, "HELLO", local=False),
}

for kind in sys.argv[2:]:
    CLIENTS[kind](int(sys.argv[1]))
