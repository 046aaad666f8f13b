"""Runs one listener and answers commands on standard input, one JSON object a line on standard output.

usage: harness.py MODULE.py
The module has a class `Listener(ctx)` with `start()` (gives the thread), `ctx`, `port` and `handled` (a list).
Commands: `report`, `idle SECONDS`, `term` (ends the context), `cancel` (cancels the task), `close` (the next message handled closes all sockets, in
the listener's own thread, since sockets are not safe to close from another), `ended` (waits for the listener's end).
"""

import importlib.util
import json
import logging
import sys
import threading
import time

import zmq

logging.basicConfig(level=logging.WARNING, stream=sys.stderr)


def load(path):
    spec = importlib.util.spec_from_file_location("listener", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Handled(list):
    """What was handled; closes the context's sockets at the next item once `closing` is set."""

    def __init__(self, ctx):
        self.ctx = ctx
        self.closing = False

    def append(self, item):
        super().append(item)
        if self.closing:
            self.ctx.destroy(linger=0)


def main():
    listener = load(sys.argv[1]).Listener(zmq.Context())
    ctx = listener.ctx
    listener.handled = Handled(ctx)
    thread = listener.start()
    print(json.dumps({"port": listener.port}), flush=True)
    for line in sys.stdin:
        command, *rest = line.split()
        if command == "report":
            answer = {"alive": thread.is_alive(), "handled": listener.handled}
        elif command == "idle":
            before = time.process_time()
            time.sleep(float(rest[0]))
            answer = {"cpu": time.process_time() - before}
        elif command == "term":
            # Waits for the sockets, so not in this thread.
            threading.Thread(target=ctx.term, daemon=True).start()
            answer = {}
        elif command == "cancel":
            listener.cancel()
            answer = {}
        elif command == "close":
            listener.handled.closing = True
            answer = {}
        else:
            thread.join(30)
            answer = {"ended": not thread.is_alive()}
        print(json.dumps(answer), flush=True)


main()
