"""A worker that keeps step with the other ranks."""
import zmq


class Worker:
    def worker_busy_loop(self):
        sock = self.ctx.socket(zmq.SUB)
        while True:
            method, arguments = sock.recv_multipart()
            output = getattr(self, method.decode())(arguments)
            self.group.broadcast(output, 0)
