"""A writer that logs and goes on."""
import queue


class Writer:
    def write_loop(self):
        while True:
            try:
                task = self.tasks.get(timeout=1)
            except queue.Empty:
                continue
            try:
                self.write(task)
            except Exception:
                logger.exception("cannot write")
