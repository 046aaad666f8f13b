/** Fixes of how Python code uses sockets: what each changes, and where it keeps still. */
import { describe, it } from 'vitest';
import { checkFix, checkNone, checkWithheld } from './check';

describe('check-frame-count', () => {
  const fix = 'check-frame-count';

  it('drops in a loop that drop-malformed-message leaves alone', () => {
    checkFix(
      fix,
      `import zmq

def wait(sock, pending, log):
    while pending:
        peer, *parts, last = sock.recv_multipart(copy=False)
        pending.discard(bytes(peer))
        log.info("ready")
`,
      `import zmq

def wait(sock, pending, log):
    while pending:
        frames = sock.recv_multipart(copy=False)
        if len(frames) < 2:
            log.warning(
                "Dropped a message of %d frames, expected at least 2 frames; the first is %r",
                len(frames),
                bytes(frames[0])[:64],
            )
            continue
        peer, *parts, last = frames
        pending.discard(bytes(peer))
        log.info("ready")
`,
      'unsafe',
    );
  });

  it('raises where there is no next message', () => {
    checkFix(
      fix,
      'async def one(sock):\n\tname, body = await sock.recv_multipart()\n\treturn body\n',
      'async def one(sock):\n\tframes = await sock.recv_multipart()\n\tif len(frames) != 2:\n\t\traise ValueError(f"expected 2 frames, received {len(frames)}, the first is {frames[0][:64]!r}")\n\tname, body = frames\n\treturn body\n',
      'unsafe',
    );
  });

  it.each([
    ['the whole loop is offered', 'def listen(sock):\n    while True:\n        a, b = sock.recv_multipart()\n'],
    [
      'the width check counts too',
      'def wait(sock, n):\n    identities = {i.to_bytes(2, "little") for i in n}\n    while n:\n        identity, b = sock.recv_multipart()\n        x = int.from_bytes(identity, "little")\n',
    ],
    ['a try takes the error', 'try:\n    a, b = sock.recv_multipart()\nexcept Exception:\n    pass\n'],
    ['any number will do', 'first, *rest = sock.recv_multipart()\n'],
    ['the list is taken whole', 'frames = sock.recv_multipart()\n'],
    ['statements share the line', 'a, b = sock.recv_multipart(); use(a, b)\n'],
  ])('is silent where %s', (_name, text) => {
    checkNone(fix, text);
  });
});

describe('receive-timeout', () => {
  const fix = 'receive-timeout';
  const asks = (wait: string, head = 'def ask(self):') => `import zmq

class Client:
    def __init__(self, ctx):
        self.sock = ctx.socket(zmq.REQ)

    ${head}
        self.sock.send(b"?")
        ${wait}
`;

  it('polls as the code around it waits', () => {
    checkFix(
      fix,
      asks('answer = await self.sock.recv()  # blocks', 'async def ask(self):'),
      asks(
        `if not await self.sock.poll(5000):
            raise TimeoutError("no reply within 5 seconds")
        answer = await self.sock.recv()  # blocks`,
        'async def ask(self):',
      ),
      'unsafe',
    );
  });

  it.each([
    ['the socket has a limit', asks('self.sock.setsockopt(zmq.RCVTIMEO, 1000)\n        return self.sock.recv()')],
    [
      'another method sets it',
      `${asks('return self.sock.recv()')}\n    def setup(self):\n        self.sock.rcvtimeo = 1000\n`,
    ],
    ['the code polls', asks('if self.sock.poll(1000):\n            return self.sock.recv()')],
    ['asyncio limits it', asks('return await asyncio.wait_for(self.sock.recv(), 1)', 'async def ask(self):')],
    [
      'a block limits it',
      asks('async with asyncio.timeout(1):\n            return await self.sock.recv()', 'async def ask(self):'),
    ],
    ['it does not block', asks('return self.sock.recv(zmq.NOBLOCK)')],
    [
      'another branch has asked',
      asks('pass').replace(
        'self.sock.send(b"?")\n        pass',
        'if self.writes:\n            self.sock.send(b"?")\n        elif self.reads:\n            assert self.sock.recv() == b"!"\n        else:\n            self.last = self.sock.recv()',
      ),
    ],
    ['nothing was asked', asks('pass').replace('self.sock.send(b"?")', 'return self.sock.recv()')],
    [
      'a server answers',
      'import zmq\ndef serve(ctx):\n    sock = ctx.socket(zmq.REP)\n    while True:\n        sock.send(sock.recv())\n',
    ],
  ])('is silent where %s', (_name, text) => {
    checkNone(fix, text);
  });
});

describe('zap-domain', () => {
  const fix = 'zap-domain';
  const bound = (lines: string) => `import zmq as z\n\ndef serve(ctx):\n    sock = ctx.socket(z.PULL)\n${lines}\n`;

  it('goes before the bind, under the name the module has', () => {
    const line =
      '    sock.setsockopt(z.ZAP_DOMAIN, b"zmtp3")  # Refuses peers older than ZMTP 3, such as HTTP clients.';
    const bind = '    port = sock.bind_to_random_port("tcp://*")';
    checkFix(fix, bound(bind), bound(`${line}\n${bind}`), 'unsafe');
  });

  it.each([
    ['the address is local', bound('    sock.bind("ipc:///run/x")')],
    ['the address is not in sight', bound('    sock.bind(path)')],
    ['a domain is set', bound('    sock.zap_domain = b"x"\n    sock.bind("tcp://*:1")')],
    ['CURVE is on', bound('    sock.curve_server = True\n    sock.bind("tcp://*:1")')],
    ['the socket connects', bound('    sock.connect("tcp://a:1")')],
    ['it is no ZMQ socket', 'import zmq\nimport socket\ns = socket.socket()\ns.bind("tcp://*:1")\n'],
  ])('is silent where %s', (_name, text) => {
    checkNone(fix, text);
  });
});

describe('unpickle-untrusted', () => {
  const fix = 'unpickle-untrusted';

  it('follows the message to where it is unpickled', () => {
    const text = `import pickle
import zmq

def serve(sock):
    name, *parts = sock.recv_multipart()
    body = b"".join(parts)
    return cloudpickle.loads(body)
`;
    checkWithheld(fix, text, 'runs code', 'cloudpickle.loads(body)');
  });

  it.each([
    [
      'what is unpickled was read elsewhere',
      'import pickle\nimport zmq\ndef f(sock):\n    sock.recv_multipart()\n    return pickle.load(open("x"))\n',
    ],
    ['pickle only writes', 'import pickle\nimport zmq\ndef f(sock):\n    return pickle.dumps(sock.recv_multipart())\n'],
    ['a pipe carries objects', 'import pickle\ndef f(conn):\n    return conn.recv()\n'],
  ])('is silent where %s', (_name, text) => {
    checkNone(fix, text);
  });
});
