/** Fixes of how Python code reads payloads: what each changes, and where it keeps still. */
import { describe, it } from 'vitest';
import { checkFix, checkNone } from './check';

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
