"""L12: an engine's input thread, whose messages are requests."""
import threading

import zmq


class Engine:
    def start(self):
        threading.Thread(target=self.take_requests, daemon=True).start()

    def take_requests(self):
        poller = zmq.Poller()
        for input_socket in self.sockets:
            poller.register(input_socket, zmq.POLLIN)
        while True:
            for input_socket, _ in poller.poll():
                type_frame, *data_frames = input_socket.recv_multipart(copy=False)
                kind = RequestType(bytes(type_frame.buffer))
                if kind == RequestType.ADD:
                    added = self.add_decoder.decode(data_frames)
                    try:
                        request = self.prepare(added)
                    except Exception:
                        self.fail_request(added)
                        continue
                else:
                    request = self.decoder.decode(data_frames)
                self.input_queue.put_nowait((kind, request))
