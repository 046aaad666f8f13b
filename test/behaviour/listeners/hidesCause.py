"""Two errors: one replaces another without naming it, one is logged by its text alone."""

import logging
import threading

import zmq

logger = logging.getLogger(__name__)


class AddressError(RuntimeError):
    """No address."""


class Listener:
    def __init__(self, ctx):
        self.ctx = ctx
        self.handled = []
        self.port = ctx.socket(zmq.PULL).bind_to_random_port("tcp://127.0.0.1")

    def start(self):
        thread = threading.Thread(target=self.fail, daemon=True)
        thread.start()
        return thread

    def fail(self):
        try:
            {}["transfer_id"]
        except KeyError as e:
            logger.error("cannot look up: %s", e)
        self.parse("no port")

    def parse(self, address):
        try:
            return int(address)
        except ValueError:
            raise AddressError("no number")
