"""L14: a listener whose try stands around the loop."""
import zmq
import zmq.asyncio


class Connector:
    async def sender_listener(self, ready):
        sock = self.ctx.socket(zmq.ROUTER)
        self.port = sock.bind_to_random_port(f"tcp://{self.host}")
        ready.set()
        try:
            while True:
                identity, metadata = await sock.recv_multipart()
                await self.work.put((identity, metadata))
        except zmq.ContextTerminated:
            logger.debug("context terminated")
        except Exception as e:
            logger.error("Cannot send: %s. Exiting thread.", str(e))
        finally:
            sock.close()
