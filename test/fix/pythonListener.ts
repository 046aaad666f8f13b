/** Writes small Python listeners around a loop. */

/** A listener whose loop is `lines`. */
export function listener(lines: string, kind = 'ROUTER'): string {
  const body = lines.split('\n').map((line) => (line === '' ? '' : `        ${line}`));
  return `import contextlib
import json
import msgpack
import msgspec
import zmq


class Server:
    def __init__(self, ctx):
        self.sock = ctx.socket(zmq.${kind})

    def _listen(self):
        sock = self.sock
${body.join('\n')}
`;
}
