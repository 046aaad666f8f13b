"""L5: a client that waits for the READY of each engine."""
import zmq


class Client:
    def wait_until_ready(self):
        identities = set(self.engines)
        input_socket = zmq.Socket.shadow(self.input_socket)
        while identities:
            if not input_socket.poll(timeout=60_000):
                raise TimeoutError("engines did not start")
            identity, payload = input_socket.recv_multipart()
            identities.remove(identity)
            self.apply_ready(payload)
