"""L15: a server that must answer, and its client that waits for the answer."""
import threading

import zmq


class LookupServer:
    def __init__(self, ctx, path, store):
        self.socket = ctx.socket(zmq.REP)
        self.socket.bind(path)
        self.running = True

        def answer_requests():
            while self.running:
                frames = self.socket.recv_multipart(copy=False)
                kind = bytes(frames[0])
                if kind == LOOKUP:
                    count = int.from_bytes(frames[1], "big")
                    hits = store.lookup(count, frames[2].buffer)
                    self.socket.send(hits.to_bytes(4, "big"))
                elif kind == RESET:
                    try:
                        store.clear()
                        self.socket.send(OK)
                    except Exception as e:
                        logger.error("Cannot clear: %s", e)
                        self.socket.send(FAILED)
                else:
                    self.socket.send(FAILED)

        threading.Thread(target=answer_requests, daemon=True).start()


class LookupClient:
    def __init__(self, ctx, path):
        self.socket = ctx.socket(zmq.REQ)
        self.socket.connect(path)

    def lookup(self, count, hashes):
        self.socket.send_multipart((LOOKUP, count.to_bytes(4, "big"), hashes))
        answer = self.socket.recv()
        return int.from_bytes(answer, "big")
