/** Receive loops that check a message before they take it apart: nothing is wrong there, so nothing is said. */
import { describe, expect, it } from 'vitest';
import { checkNone, findingsOf } from './check';
import { listener } from './pythonListener';

const fix = 'drop-malformed-message';

const taken = 'while True:\n    frames = sock.recv_multipart()\n';
const guarded =
  '    try:\n        self.last = (identity, payload)\n    except Exception:\n        log.exception("bad")';
const unpacked = '    identity, payload = frames\n';

/** The loop with a check before the frames are named. */
const checked = (check: string) => `${taken}${check}${unpacked}${guarded}`;

describe('the number of frames is checked by', () => {
  it.each([
    ['!=', checked('    if len(frames) != 2:\n        log.warning("bad")\n        continue\n')],
    ['not ==', checked('    if not len(frames) == 2:\n        continue\n')],
    ['the other way round', checked('    if 2 != len(frames):\n        continue\n')],
    ['< and >', checked('    if len(frames) < 2 or len(frames) > 2:\n        continue\n')],
    ['a chain', checked('    if not (2 <= len(frames) <= 2):\n        continue\n')],
    ['in', checked('    if len(frames) not in (2,):\n        continue\n')],
    [
      'several branches',
      checked('    if len(frames) < 2:\n        continue\n    elif len(frames) > 2:\n        continue\n'),
    ],
    ['an else that jumps', checked('    if len(frames) == 2:\n        pass\n    else:\n        continue\n')],
    ['a name', checked('    count = len(frames)\n    if count != 2:\n        continue\n')],
    ['a name for the answer', checked('    ok = len(frames) == 2\n    if not ok:\n        continue\n')],
    ['a constant', checked('    if len(frames) != EXPECTED:\n        continue\n')],
    ['a function', checked('    if not self.is_valid(frames):\n        continue\n')],
    [
      'a walrus',
      `while True:\n    if len(frames := sock.recv_multipart()) != 2:\n        continue\n${unpacked}${guarded}`,
    ],
    ['the condition of the loop', `while len(frames := sock.recv_multipart()) == 2:\n${unpacked}${guarded}`],
    ['a branch', `${taken}    if len(frames) == 2:\n${unpacked.replace('    ', '        ')}        self.seen += 1`],
    [
      'a branch of several',
      `${taken}    if len(frames) == 3:\n        identity, _, payload = frames\n    elif len(frames) == 2:\n        identity, payload = frames\n    else:\n        continue\n${guarded}`,
    ],
    [
      'a conditional expression',
      `${taken}    identity, payload = frames if len(frames) == 2 else (b"", b"")\n${guarded}`,
    ],
    [
      'except ValueError',
      `${taken}    try:\n        identity, payload = frames\n    except ValueError:\n        continue\n${guarded}`,
    ],
    [
      'except ValueError at the receive',
      `while True:\n    try:\n        identity, payload = sock.recv_multipart()\n    except ValueError:\n        continue\n${guarded}`,
    ],
    ['suppress', `${taken}    with contextlib.suppress(ValueError):\n        identity, payload = frames`],
    ['match', `${taken}    match frames:\n        case [identity, payload]:\n            self.seen += 1`],
    ['match of the length', `${taken}    match len(frames):\n        case 2:\n            identity, payload = frames`],
    [
      'a rest',
      `while True:\n    identity, *rest = sock.recv_multipart()\n    if not rest:\n        continue\n    self.last = rest[0]`,
    ],
    [
      'a slice of enough',
      `${taken}    if len(frames) < 2:\n        continue\n    identity, payload = frames[:2]\n    first, last = frames[0], frames[-1]`,
    ],
    [
      'places that are there',
      `${taken}    if len(frames) > 1 and frames[1] != b"":\n        self.last = frames[1]\n    self.first = frames[0]`,
    ],
  ])('%s', (_name, lines) => {
    checkNone(fix, listener(lines));
  });
});

describe('what is not checked is still found:', () => {
  const why = (lines: string) =>
    findingsOf(fix, listener(lines)).map((finding) => `${finding.applicability}: ${finding.why}`);
  const frames = ['safe: A message with another number of frames raises out of the receive loop and ends it.'];

  it.each([
    ['too many frames', checked('    if len(frames) < 2:\n        continue\n')],
    ['too few frames', checked('    if len(frames) > 2:\n        continue\n')],
    ['another number', checked('    if len(frames) != 3:\n        continue\n')],
    ['a check that goes on', checked('    if len(frames) != 2:\n        log.warning("bad")\n')],
    ['another list', checked('    if len(self.frames) != 2:\n        continue\n')],
    ['a list that has changed since', checked('    if len(frames) != 2:\n        continue\n    frames.pop()\n')],
    ['a slice of too few', `${taken}    identity, payload = frames[:2]\n${guarded}`],
    ['a place that may not be there', `${taken}    self.last = frames[1]`],
    [
      'a clause for another error',
      `${taken}    try:\n        identity, payload = frames\n    except KeyError:\n        continue\n${guarded}`,
    ],
    [
      'the check of a nested function',
      checked('    def check(frames):\n        if len(frames) != 2:\n            return None\n'),
    ],
  ])('%s', (_name, lines) => {
    expect(why(lines)).toEqual(frames);
  });
});

describe('decoding is guarded by', () => {
  const decoded = (body: string) => `while True:\n    msg = sock.recv()\n${body}`;

  it.each([
    [
      'the error of msgpack',
      decoded(
        '    try:\n        data = msgpack.unpackb(msg)\n    except ValueError:\n        continue\n    self.last = data',
      ),
    ],
    [
      'the error of json',
      decoded(
        '    try:\n        data = json.loads(msg)\n    except ValueError:\n        continue\n    self.last = data',
      ),
    ],
    [
      'the error of msgspec',
      decoded(
        '    try:\n        data = msgspec.msgpack.decode(msg)\n    except msgspec.DecodeError:\n        continue\n    self.last = data',
      ),
    ],
    [
      'the error of text',
      decoded(
        '    try:\n        text = msg.decode()\n    except UnicodeDecodeError:\n        continue\n    self.last = text',
      ),
    ],
    ['what text may hold', decoded('    self.last = msg.decode("utf-8", errors="replace")')],
    [
      'the errors of a map',
      decoded(
        '    try:\n        data = json.loads(msg)\n        self.last = data["id"]\n    except (ValueError, KeyError, TypeError):\n        continue',
      ),
    ],
    [
      'a look for the key',
      decoded(
        '    with contextlib.suppress(ValueError):\n        data = json.loads(msg)\n        if "id" not in data:\n            continue\n        self.last = data["id"]',
      ),
    ],
    [
      'suppress',
      decoded(
        '    with contextlib.suppress(ValueError, LookupError, TypeError):\n        self.last = json.loads(msg)["id"]',
      ),
    ],
    ['a function that runs later', decoded('    self.later = lambda: json.loads(msg)')],
    [
      'the class of a raise',
      decoded(
        '    try:\n        if len(msg) < 4:\n            raise HeaderError(msg)\n    except HeaderError:\n        continue',
      ),
    ],
    ['numbers that any bytes make', decoded('    self.last = int.from_bytes(msg, "big")')],
  ])('%s', (_name, lines) => {
    checkNone(fix, listener(lines, 'PULL'));
  });

  it.each([
    [
      'bytes that are no text, for json',
      decoded(
        '    try:\n        data = json.loads(msg)\n    except json.JSONDecodeError:\n        continue\n    self.last = data',
      ),
    ],
    [
      'a message that is no map',
      decoded(
        '    try:\n        self.last = json.loads(msg)["id"]\n    except (ValueError, KeyError):\n        continue',
      ),
    ],
    [
      'a clause that raises on',
      decoded('    try:\n        data = json.loads(msg)\n    except ValueError:\n        raise\n    self.last = data'),
    ],
  ])('not %s', (_name, lines) => {
    expect(findingsOf(fix, listener(lines, 'PULL')).map(({ applicability }) => applicability)).toEqual(['safe']);
  });
});
