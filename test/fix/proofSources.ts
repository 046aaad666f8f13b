/** Servers whose loops hold given lines, and what is offered for them. */
import { findingsOf } from './check';

/** The fix that the proof is for. */
export const drop = 'drop-malformed-message';

/** A Python server whose loop holds these lines. */
export function python(lines: string, head = ''): string {
  const body = lines.split('\n').map((line) => `            ${line}\n`);
  return `import asyncio
import json
import threading
import zmq
import zmq.asyncio

class Server:
    def start(self, ctx):
        self.a = {}
        self.b = {}
        self.items = []
        self.inflight = set()
        threading.Thread(target=self.serve_loop, args=(ctx,)).start()

    ${head ? `${head}\n    ` : ''}def serve_loop(self, ctx):
        sock = ctx.socket(zmq.ROUTER)
        while True:
            who, body = sock.recv_multipart()
            m = json.loads(body)
${body.join('')}`;
}

/** A zeromq.js loop whose body holds these lines. */
export function javascript(lines: string): string {
  const body = lines.split('\n').map((line) => `  ${line}\n`);
  return `import * as zmq from 'zeromq';\nconst sock = new zmq.Router();\nconst a = new Map();\nconst b = new Map();\nfor await (const [who, body] of sock) {\n${body.join('')}}\n`;
}

/** What is offered for a text: applicability and reason of each finding. */
export function answers(text: string, language: string): [string, string][] {
  return findingsOf(drop, text, language).map(({ applicability, why }) => [applicability, why]);
}
