/** Start-up loops that turn an identity into a number. */
import { describe, it } from 'vitest';
import { checkFix, checkNone, checkWithheld } from './check';

const fix = 'check-identity-width';

it('takes the width that the file itself gives to identities; imports, tabs and the rest stay', () => {
  checkFix(
    fix,
    `import zmq

def wait(sock, names):
	identities = {name.to_bytes(4, "little") for name in names}
	while identities:
		# One message an engine.
		peer_id, _, body = sock.recv_multipart(copy=False)  # HELLO
		index = int.from_bytes(peer_id, "little")
		identities.remove(peer_id)
`,
    `import logging
import zmq

def wait(sock, names):
	identities = {name.to_bytes(4, "little") for name in names}
	while identities:
		# One message an engine.
		frames = sock.recv_multipart(copy=False)
		if len(frames) != 3 or len(frames[0]) != 4:
			# An engine sends 3 frames and names itself by a rank of 4 bytes.
			logging.getLogger(__name__).warning(
				"Dropped a message that is not from an engine: "
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
      handshake('while True', 'A = (1).to_bytes(2, "little")\nB = (1).to_bytes(4, "little")\n'),
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
