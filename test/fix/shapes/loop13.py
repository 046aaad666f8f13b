"""L13: an engine's output thread, which takes what its own process made."""
import threading

import zmq


class Engine:
    def start(self):
        threading.Thread(target=self.send_outputs, daemon=True).start()

    def send_outputs(self):
        sock = self.ctx.socket(zmq.PUSH)
        sock.connect(self.address)
        while True:
            output = self.output_queue.get()
            if output == ENGINE_DEAD:
                sock.send(output)
                break
            assert not isinstance(output, bytes)
            client, outputs = output
            sock.send_multipart(self.encoder.encode(outputs))
