/** Where dropping a message would be wrong or cannot be shown to be right: said, never offered. */
import { describe, expect, it } from 'vitest';
import { checkNone, checkWithheld, findingsOf } from './check';

const fix = 'drop-malformed-message';

/** A listener whose loop holds the given lines. */
function listener(body: string, options: { type?: string; name?: string; before?: string; condition?: string } = {}) {
  const { type = 'ROUTER', name = 'listen', before = '', condition = 'True' } = options;
  return `import zmq

class Peer:
    def ${name}(self, logger):
        sock = self.ctx.socket(zmq.${type})
${before}        while ${condition}:
${body
  .split('\n')
  .map((line) => (line === '' ? '' : `            ${line}`))
  .join('\n')}
`;
}

const raising = `try:
    identity, msg = sock.recv_multipart()
    self.handle(msg)
except Exception as e:
    logger.error("bad message: %s", e)
    raise`;

describe('the fourteen shapes where a drop is wrong', () => {
  it('1: a helper of the loop raises, the loop has to catch', () => {
    const helper = `
    def handle(self, message):
        if message not in self.known:
            raise ValueError("unknown message")
`;
    const guarded = raising.replace('raise', 'continue');
    checkNone(fix, listener(guarded) + helper);
    const text = `import zmq

def check_frames(sock):
    identity, msg = sock.recv_multipart()
    if msg != b"meta":
        raise ValueError("unexpected message")
`;
    checkWithheld(fix, text, 'no receive loop', 'raise ValueError');
  });

  it.each([
    ['REQ', ''],
    ['DEALER', '        sock.send(b"hello")\n'],
  ])('2: a %s socket asks and waits', (type, before) => {
    checkWithheld(fix, listener(raising, { type, before }), 'reply that does not come again', 'raise');
  });

  it('2: a client receives once', () => {
    const text = `import zmq

def fetch(ctx, path):
    with ctx.socket(zmq.DEALER) as sock:
        sock.connect(path)
        sock.send(b"get")
        frames = sock.recv_multipart()
        if len(frames) != 2 or frames[0] != b"":
            raise HandshakeError(f"unexpected frames {frames}")
        return frames[1]
`;
    checkWithheld(fix, text, 'reply that does not come again', 'raise HandshakeError');
  });

  it('2: the message goes back to the caller', () => {
    const body = 'msg = sock.recv()\nif not msg.startswith(b"ok"):\n    raise ValueError(msg)\nreturn msg[2:]';
    checkWithheld(fix, listener(body), 'returns the message', 'raise ValueError');
  });

  it('3: ranks and configuration are compared', () => {
    const body = `identity, msg = sock.recv_multipart()
ready = decode(msg)
if ready["config_hash"] != self.config.compute_hash():
    raise RuntimeError("Configuration mismatch")`;
    checkWithheld(fix, listener(body), 'must stay fatal', 'raise RuntimeError');
  });

  it('4: a known peer sends its only message', () => {
    const body = `identity, msg = sock.recv_multipart()
pending.remove(identity)
self.ready(decode(msg))`;
    checkWithheld(fix, listener(body, { condition: 'pending' }), 'does not send again', 'recv_multipart');
  });

  it('5: a message asks to stop, or the raise ends the process', () => {
    const stop = 'msg = sock.recv()\nif msg == b"STOP":\n    raise StopListening()\nuse(msg.decode())';
    checkWithheld(fix, listener(stop), 'StopListening is raised to end', 'raise StopListening');
    const dead = 'msg = sock.recv()\nif msg == ENGINE_DEAD:\n    raise RuntimeError("engine died")\nuse(msg)';
    checkWithheld(fix, listener(dead), 'one expected message', 'raise RuntimeError');
    checkWithheld(fix, listener(raising.replace('raise', 'raise SystemExit(1)')), 'SystemExit is raised', 'SystemExit');
    const alive = 'frames = sock.recv_multipart()\nself.validate_alive(frames)\nuse(decoder.decode(frames))';
    checkWithheld(fix, listener(alive), 'validate_alive may raise', 'recv_multipart');
    const cancel = `try:
    msg = await sock.recv()
    use(msg)
except asyncio.CancelledError:
    raise
except Exception:
    logger.exception("bad message")`;
    checkNone(fix, listener(cancel));
  });

  it('6: the handler cleans up and raises again', () => {
    const body = raising.replace('    logger', '    self.peers.pop(self.current, None)\n    logger');
    checkWithheld(fix, listener(body), 'does more than log', 'raise');
    const send = `import zmq

def send_notify(self, peer, msg):
    sock = self.paths[peer]
    try:
        sock.send_multipart([msg])
    except Exception:
        self.paths.pop(peer, None)
        raise
`;
    checkNone(fix, send);
  });

  it('7: an exception is translated outside a loop', () => {
    const text = `import zmq

def read_address(sock):
    try:
        return parse(sock.recv())
    except ValueError as e:
        raise AddressError("bad address") from e
`;
    checkWithheld(fix, text, 'no receive loop', 'raise AddressError');
  });

  it('8: all ranks vote together', () => {
    const body = `${raising}\ndist.all_reduce(self.failed)`;
    checkWithheld(fix, listener(body), 'All ranks call all_reduce together', 'raise');
  });

  it('9: a worker keeps step with the others', () => {
    const body =
      'method = sock.recv().decode()\nresult = getattr(self, method)()\ntorch.distributed.broadcast(result, 0)';
    checkWithheld(fix, listener(body, { type: 'SUB', name: 'worker_loop' }), 'All ranks call broadcast', 'recv');
  });

  it('10: the message belongs to a request', () => {
    const body = 'frames = sock.recv_multipart()\noutputs = decoder.decode(frames)\nself.outputs.put_nowait(outputs)';
    checkWithheld(fix, listener(body, { type: 'PULL' }), 'lost for ever', 'recv_multipart');
  });

  it('11: unknown ids are kept and counted', () => {
    const body = `frames = sock.recv_multipart()
try:
    self.acks[frames[-1].decode()] += 1
except Exception:
    self.unmapped.append(frames)
    logger.warning("%d unmapped acks", len(self.unmapped))`;
    checkNone(fix, listener(body));
  });

  it('12: a numbered stream has to be replayed', () => {
    const body =
      'topic, seq_bytes, payload = sock.recv_multipart()\nseq = int.from_bytes(seq_bytes, "big")\nself.apply(seq, payload)';
    checkWithheld(fix, listener(body, { type: 'SUB' }), 'ask for a replay', 'recv_multipart');
  });

  it('14: pickle is no way to read a message', () => {
    checkWithheld(fix, listener('self.handle(sock.recv_pyobj())'), 'unpickles', 'recv_pyobj');
    const body =
      'msg = sock.recv()\ntry:\n    data = decode(msg)\nexcept Exception:\n    data = pickle.loads(msg)\nuse(data["id"])';
    checkWithheld(fix, listener(body), 'Unpickling runs code', 'recv');
  });
});

describe('loops that already drop, and other code that receives', () => {
  it.each([
    [
      'frames counted, decoding guarded, the rest harmless',
      `try:
    frames = sock.recv_multipart(zmq.NOBLOCK)
except zmq.Again:
    break
except zmq.ZMQError as exc:
    logger.warning("recv error: %s", exc)
    break
if len(frames) != 2:
    logger.warning("dropping message with %d frames", len(frames))
    continue
try:
    message = decode(frames[1])
except Exception as exc:
    logger.warning("failed to decode: %s", exc)
    continue
self.pending.append(message)`,
    ],
    [
      'an error becomes a reply',
      `try:
    identity, data = sock.recv_multipart()
    try:
        self.reply(identity, decode(data))
    except Exception as e:
        sock.send_multipart((identity, error_reply(e)))
except Exception as e:
    logger.error("worker: %s", e)`,
    ],
    [
      'a queue with a sentinel',
      `item = self.queue.get()
if item is None:
    break
try:
    self.write(item)
except Exception:
    logger.exception("write failed")`,
    ],
  ])('%s', (_name, body) => {
    checkNone(fix, listener(body));
  });

  it.each([
    ['a pipe', 'import zmq\ndef listen(conn):\n    while True:\n        use(json.loads(conn.recv()))\n'],
    ['a TCP socket', 'def listen(sock):\n    while True:\n        use(sock.recv(1024).decode())\n'],
    ['a tensor', 'import zmq\ndef loop(comm):\n    while True:\n        comm.recv(tensor, 0)\n'],
  ])('%s', (_name, text) => {
    checkNone(fix, text);
  });
});

describe('what is not in sight or cannot be split', () => {
  it('a caller may need the error', () => {
    checkWithheld(fix, listener(raising, { name: 'next_batch' }), 'Nothing shows that next_batch', 'raise');
  });

  it('several sockets', () => {
    const body = 'a = sock.recv()\nuse(a.decode())\nb = self.control_socket.recv()\nuse(b.decode())';
    checkWithheld(fix, listener(body), 'several sockets', 'recv');
  });

  it.each([
    ['a condition', 'if sock.recv() != b"x":\n    raise ValueError("no x")', 'in the head of another'],
    ['one line', 'msg = sock.recv(); use(msg.decode())', 'share a line'],
    ['a finally branch', `${raising}\nfinally:\n    self.idle()`, 'finally branch'],
    ['an else branch', `${raising}\nelse:\n    self.idle()`, 'else branch'],
    ['a nested block', 'with self.lock:\n    msg = sock.recv()\n    use(msg.decode())', 'nested block'],
    ['a wrapped call', 'msg = sock.recv(\n    zmq.NOBLOCK\n)\nuse(msg.decode())', 'spans several lines'],
    [
      'a spinning clause',
      `try:
    msg = sock.recv()
    use(msg)
except zmq.ZMQError:
    continue
except Exception:
    raise`,
      'spins on a closed socket',
    ],
    [
      'a mixed clause',
      `try:
    msg = sock.recv()
    use(msg)
except (zmq.Again, ValueError):
    continue
except Exception:
    raise`,
      'errors of the socket and of the message',
    ],
    [
      'a later use',
      `if self.ready:
    msg = sock.recv()
    use(msg.decode())
self.last = msg`,
      'used in several blocks',
    ],
    [
      'a condition on the raise',
      `try:
    msg = sock.recv()
    use(msg)
except Exception:
    failures += 1
    if failures > 100:
        raise`,
      'only under a condition',
    ],
  ])('%s', (_name, body, reason) => {
    checkWithheld(fix, listener(body), reason, 'recv');
  });
});

describe('code as people paste it', () => {
  it.each([
    [
      'a try without its loop',
      'try:\n    handle(loads(msg))\nexcept Exception as e:\n    raise HandshakeError("bad message") from e\n',
    ],
    [
      'a bare clause',
      '    except Exception as e:\n        logger.error("bad message")\n        raise HandshakeError("bad message") from e\n',
    ],
    ['a receive without its loop', 'try:\n    identity, msg = sock.recv_multipart()\nexcept Exception:\n    raise\n'],
  ])('%s', (_name, text) => {
    checkWithheld(fix, text, 'no receive loop', 'raise');
  });

  it('other handlers are left alone', () => {
    checkNone(fix, 'try:\n    os.remove(path)\nexcept OSError:\n    raise\n');
    checkNone(
      fix,
      'def read(path):\n    try:\n        open(path)\n    except OSError as e:\n        raise ReadError("message") from e\n',
    );
  });
});

describe('messages that someone else waits for', () => {
  it.each([
    [
      'a future',
      listener(
        'message = await sock.recv()\nreply = decode(message)\nself.pending.pop(reply["id"]).set_result(reply)',
        {
          type: 'DEALER',
        },
      ),
      'waits for it',
    ],
    ['a consumer of a generator', listener('message = sock.recv()\nyield message.decode()'), 'yields the message'],
    [
      'the rest of a message taken frame by frame',
      listener('topic = sock.recv_string()\nreport = sock.recv_json()\nself.store(report["engine"])', { type: 'SUB' }),
      'frame by frame',
    ],
    [
      'whoever asked before the loop',
      listener('answer = decode(sock.recv())\nself.take(answer)', { before: '        sock.send(b"get")\n' }).replace(
        'sock = self.ctx.socket(zmq.ROUTER)',
        'sock = self.make_zmq_socket()',
      ),
      'reply that does not come again',
    ],
  ])('%s', (_name, text, reason) => {
    checkWithheld(fix, text, reason, 'sock.recv');
  });

  it('a case for one expected message ends the loop on purpose', () => {
    const body =
      'message = sock.recv()\nmatch decode(message):\n    case {"type": "stop"}:\n        raise RuntimeError("stopped")';
    checkWithheld(fix, listener(body), 'one expected message', 'raise RuntimeError');
    const other = body.replace('{"type": "stop"}', 'unknown');
    expect(findingsOf(fix, listener(other)).map(({ applicability }) => applicability)).toEqual(['unsafe']);
  });

  it('another method that asks through the socket asks for a look', () => {
    const text = `${listener('reply = decode(self.sock.recv())\nself.take(reply["id"])').replace(
      'sock = self.ctx.socket(zmq.ROUTER)',
      'self.sock = self.ctx.socket(zmq.DEALER)',
    )}
    def ask(self, question):
        self.sock.send(question)
`;
    expect(findingsOf(fix, text).map(({ applicability }) => applicability)).toEqual(['unsafe']);
  });

  it('what hands the bytes on as they are is no risk', () => {
    checkNone(fix, listener('message = sock.recv_multipart()\nself.backend.send_multipart(message)'));
    checkNone(fix, listener('self.work.put(sock.recv())'));
  });

  it('the only call in the program itself asks for a look', () => {
    const text = `${listener('use(sock.recv().decode())', { name: 'collect' })}
if __name__ == "__main__":
    Peer().collect(print)
`;
    expect(findingsOf(fix, text).map(({ applicability, why }) => [applicability, why])).toEqual([
      ['unsafe', expect.stringContaining('calls use')],
    ]);
  });
});
