"""L6: a client that waits for new engines and takes note of strangers' messages as well."""
import zmq


class Client:
    def wait_for_new_engines(self, added):
        missing = set(added)
        input_socket = zmq.Socket.shadow(self.input_socket)
        while missing:
            if not input_socket.poll(timeout=60_000):
                raise TimeoutError("new engines did not start")
            identity, payload = input_socket.recv_multipart()
            missing.discard(identity)
            self.apply_ready(payload)
