"""L19: a registration listener behind a poller."""
import threading

import msgpack
import zmq


instances: list[str] = []


def listen_for_instances(router_socket):
    poller = zmq.Poller()
    poller.register(router_socket, zmq.POLLIN)
    while True:
        socks = dict(poller.poll())
        if router_socket in socks:
            remote, msg = router_socket.recv_multipart()
            data = msgpack.loads(msg)
            if data.get("type") == "HELLO":
                pass
            elif data.get("type") in ("P", "D"):
                instances.append(data["http_address"])
            else:
                logger.warning("ignoring %r", data.get("type"))


def start(host, port):
    router_socket = zmq.Context().socket(zmq.ROUTER)
    router_socket.bind(f"tcp://{host}:{port}")
    threading.Thread(target=listen_for_instances, args=[router_socket], daemon=True).start()
