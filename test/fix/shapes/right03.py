"""A worker whose errors become replies."""
import asyncio

import zmq.asyncio


class Connector:
    async def sender_worker(self, sock: zmq.asyncio.Socket):
        while True:
            try:
                identity, payload = await sock.recv_multipart()
                try:
                    await self.send_cache(identity, self.decoder.decode(payload))
                except Exception as e:
                    await sock.send_multipart((identity, self.encode_error(str(e))))
            except asyncio.CancelledError:
                break
            except Exception as e:
                logger.error("Error in worker: %s", e, exc_info=True)
