/** Start-up loops that turn an identity into a number. */
import { describe, expect, it } from 'vitest';
import { checkFix, checkNone, checkWithheld, findingsOf } from './check';

const fix = 'check-identity-width';

it('takes the width that the file itself gives to identities; imports, tabs and the rest stay', () => {
  checkFix(
    fix,
    `import zmq

def wait(ctx, names):
	sock = ctx.socket(zmq.ROUTER)
	identities = {name.to_bytes(4, "little") for name in names}
	while identities:
		# One message an engine.
		peer_id, _, body = sock.recv_multipart(copy=False)  # HELLO
		index = int.from_bytes(peer_id, "little")
		identities.remove(peer_id)
`,
    `import logging
import zmq

def wait(ctx, names):
	sock = ctx.socket(zmq.ROUTER)
	identities = {name.to_bytes(4, "little") for name in names}
	while identities:
		# One message an engine.
		frames = sock.recv_multipart(copy=False)
		if len(frames) != 3 or len(frames[0]) != 4:
			# A genuine peer sends 3 frames, and its identity has 4 bytes.
			logging.getLogger(__name__).warning(
				"Dropped a message of a stranger: "
				"%d frames, identity %r, %d bytes starting with %r",
				len(frames),
				bytes(frames[0])[:64],
				len(bytes(frames[-1])),
				bytes(frames[-1])[:64],
			)
			continue
		peer_id, _, body = frames  # HELLO
		index = int.from_bytes(peer_id, "little")
		identities.remove(peer_id)
`,
  );
});

describe('takes the width from', () => {
  const evidence = (before: string, lookup = '', table = 'pass') => `import struct
import zmq

def join(ctx, rank, peer):
    sock = ctx.socket(zmq.DEALER)
    ${before}
    return sock

def wait(ctx, logger, pending, rank, peer):
    sock = ctx.socket(zmq.ROUTER)
    ${table}
    while pending:
        identity, msg = sock.recv_multipart()
        rank = int.from_bytes(identity, "little")
        logger.info("rank %d", rank)
${lookup}`;
  const widthIn = (text: string, lookup: string) => {
    const [finding] = findingsOf(fix, text);
    // An identity made for a socket that connects to who knows where may be that of another service.
    expect([finding?.applicability, finding?.why]).toEqual([lookup ? 'safe' : 'unsafe', expect.any(String)]);
    return /len\(frames\[0\]\) != (\d+):/.exec(finding?.edits.map(({ newText }) => newText).join('') ?? '')?.[1];
  };

  it.each([
    ['an option', 'sock.setsockopt(zmq.IDENTITY, rank.to_bytes(3, "big"))', '', '3'],
    ['an option by its new name', 'sock.set(zmq.ROUTING_ID, rank.to_bytes(length=8, byteorder="little"))', '', '8'],
    [
      'an option set from a name',
      'name = rank.to_bytes(2, "little")\n    sock.setsockopt(zmq.IDENTITY, name)',
      '',
      '2',
    ],
    ['an attribute', 'sock.identity = rank.to_bytes(2, "little")', '', '2'],
    ['an argument', 'peer.join(identity=struct.pack("<I", rank))', '', '4'],
    [
      'a literal',
      'sock.routing_id = b"\\x00\\x01" + b"" if rank else b"ab"',
      '        pending.discard(identity)\n',
      undefined,
    ],
    [
      'keys that are looked up',
      'pass',
      '        wanted.pop(identity)\n',
      '2',
      'wanted = {r.to_bytes(2, "little"): r for r in range(rank)}',
    ],
    [
      'a set',
      'pass',
      '        if identity not in wanted:\n            raise RuntimeError(rank)\n',
      '2',
      'wanted = frozenset(r.to_bytes(2, "little") for r in peer)',
    ],
    ['a function', 'return None\n\ndef identity_of(rank):\n    return rank.to_bytes(2, "little")', '', '2'],
  ])('%s', (_name, before, lookup, width, table = 'pass') => {
    if (width === undefined)
      checkWithheld(fix, evidence(before, lookup), 'Nothing in the file shows', 'int.from_bytes');
    else expect(widthIn(evidence(before, lookup, table), lookup)).toBe(width);
  });

  const known = 'wanted = {r.to_bytes(2, "little") for r in peer}';
  const refused = '        if identity not in wanted:\n            raise RuntimeError(rank)\n';
  const engines = (type: string, made = 'r.to_bytes(2, "little")') =>
    `import zmq

class Engine:
    def __init__(self, r):
        self.identity = ${made}

class Guest:
    pass

def wait(ctx, engines${type}):
    sock = ctx.socket(zmq.ROUTER)
    while engines:
        identity, msg = sock.recv_multipart()
        rank = int.from_bytes(identity, "little")
        engine = next((e for e in engines if e.identity == identity), None)
        if engine is None:
            raise RuntimeError(rank)
`;

  it.each([
    ['a table of another function', evidence(known, refused)],
    ['a parameter of the same name', evidence(known, refused).replace('pending, rank', 'pending, wanted, rank')],
    [
      'a mismatch that is taken',
      evidence('pass', '        if identity in wanted:\n            continue\n        meet(rank)\n', known),
    ],
    [
      'a mismatch that is only logged',
      evidence('pass', '        if identity not in wanted:\n            logger.info("%d", rank)\n', known),
    ],
    [
      'a mismatch that is answered first',
      evidence('pass', `        sock.send_multipart([identity, b"no"])\n${refused}`, known),
    ],
    [
      'a refusal that is caught',
      evidence('pass', refused, known)
        .replace('    while pending:', '    try:\n      while pending:')
        .replace(
          /(?<=try:\n)([\s\S]*)$/,
          (body) =>
            `${body.replace(/^ {6}while/, '      while').replace(/^ {8}/gm, '          ')}    except RuntimeError:\n        meet()\n`,
        ),
    ],
    ['a signal that is no error', evidence('pass', refused.replace('RuntimeError', 'Stop'), known)],
    ['a lookup that gives nothing', evidence('pass', '        wanted.discard(identity)\n', known)],
    ['others that come in', evidence('pass', `${refused}        wanted.add(msg)\n`, known)],
    ['others that are in it', evidence('pass', refused, 'wanted = {(1).to_bytes(2, "little"), peer}')],
    ['a table that is given away', evidence('pass', `${refused}        meet(wanted)\n`, known)],
    ['another socket', evidence('pass', refused, known).replace('zmq.ROUTER', 'zmq.REP')],
    ['a socket of which nothing is known', evidence('pass', refused, known).replace('ctx.socket(zmq.ROUTER)', 'ctx')],
    ['a head that counts', evidence('pass', refused, known).replace('while pending', 'while next(pending)')],
    ['engines of unknown make', engines('')],
    ['engines of another class', engines(': list[Guest]')],
    ['engines that are given anew', engines(': list[Engine]').replace('    while', '    engines = found()\n    while')],
    ['another attribute', engines(': list[Engine]').replace('e.identity ==', 'e.name ==')],
  ])('but asks first where it shows %s', (_name, text) => {
    expect(findingsOf(fix, text).filter(({ applicability }) => applicability === 'safe')).toEqual([]);
    expect(findingsOf(fix, engines(': list[Engine]')).map(({ applicability }) => applicability)).toEqual(['safe']);
  });

  it.each([
    ['nothing', 'sock.connect(peer)', 'Nothing in the file shows'],
    ['the size of a payload', 'sock.send(len(peer).to_bytes(4, "little"))', 'Nothing in the file shows'],
    ['a header by another name', 'header = len(peer).to_bytes(4, "little")', 'Nothing in the file shows'],
    [
      'one of two, where the other is text',
      'sock.identity = rank.to_bytes(2, "little")\n    sock.setsockopt(zmq.IDENTITY, peer.encode())',
      'several widths',
    ],
  ])('nothing where it shows %s', (_name, before, reason) => {
    checkWithheld(fix, evidence(before), reason, 'int.from_bytes');
    expect(findingsOf('check-frame-count', evidence(before))).toHaveLength(1);
  });
});

it('asks first where the loop goes on behind the branch that receives', () => {
  const text = `import zmq

def wait(sock, poller, clock):
    identity_of = [r.to_bytes(2, "little") for r in range(2)]
    while identity_of:
        if poller.poll(10):
            identity, msg = sock.recv_multipart()
            rank = int.from_bytes(identity, "little")
            identity_of.remove(identity)
        clock.tick()
`;
  expect(findingsOf(fix, text).map(({ applicability }) => applicability)).toEqual(['unsafe']);
});

describe('says why it is not offered', () => {
  const handshake = (loop: string, extra = '') => `import zmq
${extra}
def wait(sock, logger):
    ${loop}:
        identity, msg = sock.recv_multipart()
        rank = int.from_bytes(identity, "little")
        logger.info("rank %d", rank)
`;

  it.each([
    ['no loop', handshake('if True'), 'no receive loop'],
    ['a count of messages', handshake('for _ in range(4)'), 'no receive loop'],
    [
      'two widths',
      handshake('while True', 'IDENTITY = (1).to_bytes(2, "little")\nOTHER_IDENTITY = (1).to_bytes(4, "little")\n'),
      'several widths',
    ],
  ])('%s', (_name, text, reason) => {
    checkWithheld(fix, text, reason, 'int.from_bytes');
  });
});

describe('is silent', () => {
  it.each([
    [
      'where the width is checked',
      'identity, msg = sock.recv_multipart()\nif len(identity) != 2:\n    continue\nrank = int.from_bytes(identity, "little")',
    ],
    ['on another frame', 'identity, msg = sock.recv_multipart()\ncount = int.from_bytes(msg, "little")'],
    ['on a topic', 'topic, msg = sock.recv_multipart()\nnumber = int.from_bytes(topic, "big")'],
    ['on other bytes', 'identity = read()\nsock.recv_multipart()\nrank = int.from_bytes(identity, "little")'],
  ])('%s', (_name, body) => {
    const lines = body.split('\n').map((line) => `        ${line}`);
    checkNone(fix, `import zmq\n\ndef wait(sock):\n    while True:\n${lines.join('\n')}\n`);
  });

  it('on a socket that has no identities', () => {
    checkNone(
      fix,
      `import zmq

def wait(ctx):
    sock = ctx.socket(zmq.PULL)
    while True:
        engine_id, msg = sock.recv_multipart()
        print(int.from_bytes(engine_id, "little"))
`,
    );
  });
});
