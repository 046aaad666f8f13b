"""An error fails one request, not the thread."""
import zmq


class Engine:
    def input_loop(self):
        sock = self.ctx.socket(zmq.PULL)
        while True:
            frames = sock.recv_multipart()
            try:
                request = self.prepare(frames)
            except Exception:
                self.fail_request(frames)
                continue
            self.run(request)
