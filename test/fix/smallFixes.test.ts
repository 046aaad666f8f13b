/** The smaller Python fixes: what each changes, and where it keeps still. */
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
    );
  });

  it.each([
    ['the whole loop is offered', 'def listen(sock):\n    while True:\n        a, b = sock.recv_multipart()\n'],
    [
      'the width check counts too',
      'def wait(sock, n):\n    while n:\n        identity, b = sock.recv_multipart()\n        x = int.from_bytes(identity, "little")\n',
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

describe('guard-msgpack-decode', () => {
  const fix = 'guard-msgpack-decode';
  const loop = (body: string, imports = 'import msgspec') => `import zmq
${imports}
decoder = msgspec.msgpack.Decoder(Stats)

def loop(front, back, log):
    while True:
        buffer = front.recv(zmq.NOBLOCK)
        ${body}
        other = back.recv(zmq.NOBLOCK)
        log.info(other)
`;

  it.each([
    ['stats = decoder.decode(buffer)', '(msgspec.DecodeError, UnicodeDecodeError, RecursionError)', 'import msgspec'],
    [
      'a, b = msgspec.msgpack.decode(buffer)',
      '(msgspec.DecodeError, UnicodeDecodeError, RecursionError, TypeError, ValueError)',
      'import msgspec',
    ],
    ['stats = json.loads(buffer)', '(ValueError, RecursionError)', 'import json'],
    ['stats = mp.loads(buffer, strict_map_key=False)', '(ValueError, TypeError)', 'import msgpack as mp'],
  ])('%s is guarded by what it raises', (statement, errors, imports) => {
    const guarded = `try:
            ${statement}
        except ${errors} as e:
            log.warning(
                "Dropped a payload that cannot be decoded (%s): %d bytes, starting with %r",
                e,
                len(buffer),
                bytes(buffer)[:64],
            )
            continue`;
    checkFix(fix, loop(statement, imports), loop(guarded, imports), 'unsafe');
  });

  it.each([
    [
      'it is guarded',
      loop('try:\n            stats = decoder.decode(buffer)\n        except ValueError:\n            continue'),
    ],
    ['the message belongs to a request', loop('stats = decoder.decode(buffer)\n        queue.put_nowait(stats)')],
    ['the whole loop is offered', loop('stats = decoder.decode(buffer)').replace('back.recv(zmq.NOBLOCK)', 'b""')],
    ['a known peer sends once', loop('stats = decoder.decode(buffer)').replace('while True', 'while pending')],
    ['something else decodes', loop('stats = codec.decode(buffer)')],
  ])('is silent where %s', (_name, text) => {
    checkNone(fix, text);
  });
});

describe('limit-msgpack', () => {
  const fix = 'limit-msgpack';
  const listener = (decode: string) =>
    `import msgpack\n\ndef listen(sock):\n    while True:\n        who, body = sock.recv_multipart()\n        use(${decode})\n`;

  it.each([
    ['behind another', 'msgpack.unpackb(body, raw=False, strict_map_key=False)', 'msgpack.unpackb(body, raw=False)'],
    ['between others', 'msgpack.loads(body, strict_map_key=False, raw=False)', 'msgpack.loads(body, raw=False)'],
  ])('takes strict_map_key=False away, %s', (_name, before, after) => {
    checkFix(fix, listener(before), listener(after), 'unsafe');
  });

  it.each([
    ['the limit is a number', 'import msgpack\nu = msgpack.Unpacker(max_buffer_size=1024)\n'],
    ['the limit is that of the library', 'import msgpack\nu = msgpack.Unpacker()  # max_buffer_size\n'],
    ['keys are checked', listener('msgpack.unpackb(body, strict_map_key=True)')],
    ['what is read is no message', listener('msgpack.unpackb(config, strict_map_key=False)')],
    ['another library has the name', 'import other as msgpack\nmsgpack.Unpacker(max_buffer_size=0)\n'],
  ])('is silent where %s', (_name, text) => {
    checkNone(fix, text);
  });
});

describe('bounded-retry', () => {
  const fix = 'bounded-retry';

  it('repeats a step whose status says that it passes', () => {
    checkFix(
      fix,
      `import asyncio

async def write(session, batch):
    # Posts at once.
    status = await session.write(
        batch,
    )
    if status.Failed() and "SQ full" in status.Message():
        raise TransferError(status.Message())
`,
      `import asyncio

async def write(session, batch):
    # Posts at once.
    for attempt in range(6):
        status = await session.write(
            batch,
        )
        if not (status.Failed() and "SQ full" in status.Message()):
            break
        if attempt < 5:
            await asyncio.sleep(0.05 * 2**attempt)
    if status.Failed() and "SQ full" in status.Message():
        raise TransferError(status.Message())
`,
      'unsafe',
    );
  });

  it('adds the import that the wait needs and keeps the log line', () => {
    checkFix(
      fix,
      `import queue

def push(items, item, log):
    try:
        items.put_nowait(item)
    except queue.Full:
        log.error("queue is full")
        raise
`,
      `import time
import queue

def push(items, item, log):
    for attempt in range(6):
        try:
            items.put_nowait(item)
            break
        except queue.Full:
            if attempt < 5:
                time.sleep(0.05 * 2**attempt)
                continue
            log.error("queue is full")
            raise
`,
      'unsafe',
    );
  });

  it.each([
    ['the failure stays', 'try:\n    send(x)\nexcept ValueError:\n    raise\n'],
    ['the handler goes on', 'try:\n    q.put(x)\nexcept queue.Full:\n    drop(x)\n'],
    ['the handler does more', 'try:\n    q.put(x)\nexcept queue.Full:\n    close()\n    raise\n'],
    ['several steps are tried', 'try:\n    q.put(x)\n    done(x)\nexcept queue.Full:\n    raise\n'],
    ['other errors are named too', 'try:\n    q.put(x)\nexcept (queue.Full, ValueError):\n    raise\n'],
    ['another status is checked', 'a = f()\nif "SQ full" in b:\n    raise E(b)\n'],
    ['the text only stands in the message', 'a = f()\nif a:\n    raise E("SQ full")\n'],
  ])('is silent where %s', (_name, text) => {
    checkNone(fix, text);
  });
});

describe('keep-cause', () => {
  const fix = 'keep-cause';

  it('uses the name of the handled exception, or gives it one that is free', () => {
    const clause = (head: string, raised: string) =>
      `def f(e):\n    try:\n        g()\n    ${head}:  # c\n        raise ${raised}  # d\n`;
    checkFix(
      fix,
      clause('except (A, B) as x', 'E(\n            "two lines"\n        )'),
      clause('except (A, B) as x', 'E(\n            "two lines"\n        ) from x'),
    );
    checkFix(fix, clause('except A', 'E'), clause('except A as error', 'E from error'));
  });

  it.each([
    ['a cause is named', 'try:\n    f()\nexcept A as e:\n    raise B() from e\n'],
    ['the link is cut on purpose', 'try:\n    f()\nexcept A:\n    raise B() from None\n'],
    ['the same exception goes on', 'try:\n    f()\nexcept A as e:\n    raise e.with_traceback(None)\n'],
    ['it is raised again', 'try:\n    f()\nexcept A:\n    raise\n'],
    ['the process ends', 'try:\n    f()\nexcept A:\n    raise SystemExit(1)\n'],
    ['there is no place for a name', 'try:\n    f()\nexcept:\n    raise B()\n'],
    ['the raise belongs to another function', 'try:\n    f()\nexcept A:\n    def g():\n        raise B()\n'],
    [
      'the raise is tried itself',
      'try:\n    f()\nexcept A as e:\n    try:\n        raise B()\n    finally:\n        g()\n',
    ],
    ['nothing is handled', 'if a:\n    raise B()\n'],
  ])('is silent where %s', (_name, text) => {
    checkNone(fix, text);
  });
});

describe('log-exception', () => {
  const fix = 'log-exception';
  const clause = (line: string) => `try:\n    f()\nexcept A as e:\n    ${line}\n`;

  it('keeps the message and its arguments', () => {
    checkFix(
      fix,
      clause('self.log.error(f"failed: {e}", extra=x)'),
      clause('self.log.exception(f"failed: {e}", extra=x)'),
      'unsafe',
    );
  });

  it.each([
    ['the traceback is logged', clause('log.error("failed: %s", e, exc_info=True)')],
    ['the exception is raised again', clause('log.error("failed: %s", e)\n    raise')],
    ['the exception is not named', clause('log.error("failed")')],
    ['it is a warning', clause('log.warning("failed: %s", e)')],
    ['it is no logger', clause('parser.error(str(e))')],
    ['it runs later', clause('later(lambda: log.error("failed: %s", e))')],
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

describe('validate-message', () => {
  const fix = 'validate-message';

  it('checks what the function reads, by the schema of its message', () => {
    checkFix(
      fix,
      `def on_remote_blocks(message):
\ttransfer = message["transfer_id"]
\tblocks = message.get("block_notify_list", [])
\tuse(transfer, blocks, message.get("decode_rank", 0))
`,
      `def on_remote_blocks(message):
\tif not (isinstance(message.get("transfer_id"), str)):
\t\traise ValueError(f"remote_blocks: transfer_id must be a string, is {message.get('transfer_id')!r}")
\tif not (isinstance(message.get("block_notify_list"), list) and len(message.get("block_notify_list")) > 0 and all(type(item) is int for item in message.get("block_notify_list"))):
\t\traise ValueError(f"remote_blocks: block_notify_list must be a list of integers that is not empty, is {message.get('block_notify_list')!r}")
\tif "decode_rank" in message and not (type(message["decode_rank"]) is int):
\t\traise ValueError(f"remote_blocks: decode_rank must be an integer, is {message['decode_rank']!r}")
\ttransfer = message["transfer_id"]
\tblocks = message.get("block_notify_list", [])
\tuse(transfer, blocks, message.get("decode_rank", 0))
`,
      'unsafe',
    );
  });

  it.each([
    ['the name says nothing', 'def handle(data):\n    use(data["transfer_id"])\n'],
    ['another message is meant', 'def release(data):\n    use(data["transfer_id"], data["socket_index"])\n'],
    [
      'the fields are checked',
      'def release(data):\n    if isinstance(data.get("transfer_id"), str):\n        use(data["transfer_id"])\n',
    ],
    ['no map comes in', 'def release(self):\n    use(self.data["transfer_id"])\n'],
    ['nothing is looked up', 'def release(transfer_id):\n    use(transfer_id)\n'],
    ['all stands on one line', 'def release(data): a = 1; use(data["transfer_id"])\n'],
  ])('is silent where %s', (_name, text) => {
    checkNone(fix, text);
  });
});
