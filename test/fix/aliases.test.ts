/** Loops that receive by another name than that of the socket's method: the change is explained, and says where to receive. */
import { describe, it } from 'vitest';
import { checkNone, checkWithheld } from './check';
import { listener } from './pythonListener';

const fix = 'drop-malformed-message';
const handled = '    data = json.loads(body)\n    self.latest[data["id"]] = data["port"]';

describe('a Python loop that takes its messages by', () => {
  it.each([
    ['a bound method', 'take = sock.recv\nwhile True:\n    body = take()', 'take stands for sock.recv (line 20)'],
    [
      'one with frames',
      'take = sock.recv_multipart\nwhile True:\n    who, body = take()',
      'take stands for sock.recv_multipart (line 20)',
    ],
    [
      'a partial of it',
      'take = functools.partial(sock.recv, copy=True)\nwhile True:\n    body = take()',
      'take stands for sock.recv (line 20)',
    ],
    ['a lambda', 'take = lambda: sock.recv()\nwhile True:\n    body = take()', 'take stands for sock.recv (line 20)'],
  ])('%s', (_name, lines, reason) => {
    checkWithheld(fix, listener(`${lines}\n${handled}`, 'PULL'), reason, 'take()');
  });

  it.each([
    [
      'a method',
      '    def _next(self):\n        return self.sock.recv()\n',
      'while True:\n    body = self._next()',
      'self._next',
    ],
    [
      'one that names it',
      '    def _next(self):\n        body = self.sock.recv()\n        return body\n',
      'while True:\n    body = self._next()',
      'self._next',
    ],
    [
      'a generator',
      '    def _all(self):\n        while True:\n            yield self.sock.recv()\n',
      'for body in self._all():',
      '_all',
    ],
  ])('%s of the file', (_name, method, lines, name) => {
    const text = `${listener(`${lines}\n${handled}`, 'PULL')}\n${method}`;
    checkWithheld(fix, text, `${name} receives the message (line `, 'json.loads');
  });

  it('an attribute that is set elsewhere', () => {
    const text = listener(`while True:\n    body = self._take()\n${handled}`, 'PULL').replace(
      'self.items = []',
      'self._take = self.sock.recv',
    );
    checkWithheld(fix, text, 'self._take stands for self.sock.recv (line ', 'self._take()');
  });

  it('a name, where it asks before, has a reason of its own', () => {
    const lines = `take = sock.recv\nwhile True:\n    sock.send(b"next")\n    body = take()\n${handled}`;
    checkWithheld(fix, listener(lines, 'REQ'), 'This code asks and waits', 'take()');
  });

  it.each([
    [
      'a guard takes what fails',
      'try:\n        body = take()\n        self.latest[json.loads(body)["id"]] = 1\n    except Exception:\n        pass',
    ],
    ['nothing can fail', 'body = take()\n    self.items.append(body)'],
  ])('a name says nothing where %s', (_name, lines) => {
    checkNone(fix, listener(`take = sock.recv\nwhile True:\n    ${lines}`, 'PULL'));
  });

  it('a name of something else says nothing', () => {
    checkNone(fix, listener(`take = self.items.pop\nwhile True:\n    body = take()\n${handled}`, 'PULL'));
  });
});

describe('a zeromq.js loop that takes its messages by', () => {
  const loop = (made: string) =>
    `import { Pull } from 'zeromq';\nconst kept = new Map();\nconst sock = new Pull();\nconst take = ${made};\nwhile (true) {\n  const [body] = await take();\n  kept.set(JSON.parse(body).id, 1);\n}\n`;

  it.each([['sock.receive.bind(sock)'], ['() => sock.receive()'], ['async () => sock.receive()']])('%s', (made) => {
    checkWithheld(fix, loop(made), 'take stands for sock.receive', 'take()', 'javascript');
  });

  it('something else says nothing', () => {
    checkNone(fix, loop('() => queue.shift()'), 'javascript');
  });
});
