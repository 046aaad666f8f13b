/** Writes small Python listeners around a loop. */

/** A listener whose loop is `lines`. */
export function listener(lines: string, kind = 'ROUTER'): string {
  const body = lines.split('\n').map((line) => (line === '' ? '' : `        ${line}`));
  return `import contextlib
import json
import msgpack
import msgspec
import threading
import zmq


class Server:
    def __init__(self, ctx):
        self.sock = ctx.socket(zmq.${kind})
        self.latest = {}
        self.items = []

    def start(self):
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self):
        sock = self.sock
${body.join('\n')}
`;
}
