"""L9: a task with two sockets: requests of its own process, numbers of the coordinator."""
import asyncio

import msgspec
import zmq.asyncio


class Client:
    def start_stats(self):
        async def follow_stats():
            with (
                make_socket(self.ctx, self.stats_address, zmq.XSUB) as socket,
                make_socket(self.ctx, self.wake_address, zmq.PAIR) as wake_socket,
            ):
                await socket.send(b"\x01")
                poller = zmq.asyncio.Poller()
                poller.register(socket, zmq.POLLIN)
                poller.register(wake_socket, zmq.POLLIN)
                while True:
                    events = await poller.poll()
                    if not self.running and len(events) == 2 or events[0][0] == wake_socket:
                        buf = wake_socket.recv(flags=zmq.NOBLOCK).result()
                        decoded = msgspec.msgpack.decode(buf)
                        if decoded[0] == "SCALE":
                            dp_size = self.config.size
                            assert dp_size == decoded[1]
                            await socket.send(msgspec.msgpack.encode(("SCALE", dp_size)))
                            continue
                        assert decoded[0] == "FIRST"
                        self.running = True
                        await socket.send(msgspec.msgpack.encode((decoded[1], self.wave)))
                    buf = None
                    while True:
                        future = socket.recv(flags=zmq.NOBLOCK)
                        if isinstance(future.exception(), zmq.Again):
                            break
                        buf = future.result()
                    if buf is None:
                        continue
                    counts, wave, running = msgspec.msgpack.decode(buf)
                    self.wave = wave
                    self.running = running
                    self.counts = counts

        self.stats_task = asyncio.create_task(follow_stats())
