"""A publisher with a replay and a sentinel."""
import queue
import time

import msgspec
import zmq


class Publisher:
    def publisher_thread(self):
        pack = msgspec.msgpack.Encoder()
        pub = self.ctx.socket(zmq.PUB)
        replay = self.ctx.socket(zmq.ROUTER)
        while self.running:
            if replay.poll(0):
                try:
                    self.replay(replay.recv_multipart())
                except Exception as e:
                    logger.exception("cannot replay: %s", e)
            try:
                event = self.queue.get(timeout=0.1)
                if event is None:
                    break
            except queue.Empty:
                continue
            try:
                pub.send_multipart((self.topic, pack.encode(event)))
                self.queue.task_done()
            except Exception as e:
                logger.exception("cannot publish: %s", e)
                time.sleep(0.1)
