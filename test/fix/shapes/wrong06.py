"""Cleanup, then the error goes on."""
import zmq


class Sender:
    def send_notify(self, path, payload):
        sock = self.sockets[path]
        try:
            sock.send(payload)
        except Exception as e:
            logger.error("Cannot notify %s: %s", path, e)
            self.sockets.pop(path, None)
            raise

    def listen(self):
        sock = self.ctx.socket(zmq.ROUTER)
        while True:
            try:
                identity, payload = sock.recv_multipart()
                self.handle(payload)
            except Exception:
                self.future.cancel()
                raise

    async def register_worker(self, client, payload):
        try:
            response = await client.post(self.url, payload)
            response.raise_for_status()
        except Exception as e:
            logger.error("Cannot register: %s", e)
            raise e
