"""L11: the coordinator's loop over three sockets behind a poller."""
import multiprocessing
import time

import msgspec
import zmq


class Coordinator:
    @staticmethod
    def run(*args):
        coordinator = Coordinator()
        coordinator.take_input(*args)

    def take_input(self, front_address, back_address, output_address):
        decoder = OutputDecoder()
        current_wave = 0
        running = False
        front = self.ctx.socket(zmq.XPUB)
        output = self.ctx.socket(zmq.PULL)
        back = self.ctx.socket(zmq.XPUB)
        front.bind(front_address)
        output.bind(output_address)
        back.bind(back_address)
        poller = zmq.Poller()
        poller.register(front, zmq.POLLIN)
        poller.register(back, zmq.POLLIN)
        poller.register(output, zmq.POLLIN)
        last = 0
        while True:
            elapsed = int(time.time() * 1000) - last
            events = dict(poller.poll(timeout=max(0, 5000 - elapsed)))
            if not events:
                front.send(msgspec.msgpack.encode((self.counts(), current_wave, running)))
                last = int(time.time() * 1000)
                continue
            wave_changed = False
            if back in events:
                buffer = back.recv()
                if buffer == b"\x01":
                    back.send(b"READY")
                elif buffer != b"\x00":
                    logger.error("Unexpected message from engines")
            if front in events:
                buffer = front.recv()
                if buffer in (b"\x01", b"\x00"):
                    continue
                decoded = msgspec.msgpack.decode(buffer)
                if isinstance(decoded, list) and decoded[0] == "SCALE":
                    self.engines = self.engines[: decoded[1]]
                    continue
                excluded, wave = decoded
                if not running:
                    running = True
                    wave_changed = True
                    self.start_wave(back, wave, excluded)
            if output in events:
                buffer = output.recv()
                outputs = decoder.decode(buffer)
                assert not outputs.tokens
                if (wave := outputs.wave) is not None and current_wave <= wave:
                    current_wave = wave + 1
                    running = False
                    wave_changed = True
            if wave_changed:
                front.send(msgspec.msgpack.encode((None, current_wave, running)))


process = multiprocessing.Process(target=Coordinator.run)
