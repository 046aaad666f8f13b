/** Receive loops and clients in Go. */
import { describe, expect, it } from 'vitest';
import { checkFix, checkNone, checkWithheld, findingsOf } from './check';

const drop = 'drop-malformed-message';
const count = 'check-frame-count';
const wait = 'receive-timeout';

/** A file that imports a ZMQ package and holds a function whose lines are given; `log` is imported where asked for. */
function file(body: string, imports: readonly string[] = [], zmq = 'zmq4 "github.com/pebbe/zmq4"'): string {
  const std = [...imports].sort().map((name) => `\t"${name}"\n`);
  const lines = body.split('\n').map((line) => (line === '' ? '\n' : `\t${line}\n`));
  return `package relay\n\nimport (\n${std.join('')}\t"time"\n\n\t${zmq}\n)\n\nfunc (s *Relay) listen() (int, error) {\n${lines.join('')}}\n`;
}

/** An endless loop that receives frames and then runs the lines. */
function loop(body: string, head = 'for {', receive = 'frames, err := s.sock.RecvMessageBytes(0)'): string {
  const lines = `${receive}\nif err != nil {\n\treturn 0, err\n}\n${body}`.split('\n').map((line) => `\t${line}`);
  return `${head}\n${lines.join('\n')}\n}`;
}

const decode = 'var m Message\nif err := msgpack.Unmarshal(frames[0], &m); err != nil {\n\treturn 0, err\n}\ns.take(m)';

describe('drop-malformed-message', () => {
  it('goes on where a message cannot be decoded, and imports what it logs with', () => {
    checkFix(
      drop,
      file(loop(decode), ['fmt']),
      file(
        loop(
          decode.replace(
            '\treturn 0, err',
            '\tlog.Printf("dropped a message: %v; %d bytes, starting with %.64q", err, len(frames[len(frames)-1]), frames[len(frames)-1])\n\tcontinue',
          ),
        ),
        ['fmt', 'log'],
      ),
      'unsafe',
      'go',
    );
  });

  it('keeps the error of a check, and a log line of the code', () => {
    const check = (last: string) =>
      file(
        loop(
          `if string(m.Bytes()) != "ping" {\n\t${last}\n}`,
          'for ctx.Err() == nil { // until told',
          'm, err := s.sock.Recv()',
        ),
        ['log'],
        '"github.com/go-zeromq/zmq4"',
      );
    checkFix(
      drop,
      check('return 0, fmt.Errorf("unknown %q", m.Bytes())'),
      check(
        'log.Printf("dropped a message: %v; %d bytes, starting with %.64q", fmt.Errorf("unknown %q", m.Bytes()), len(m.Bytes()), m.Bytes())\n\tcontinue',
      ),
      'unsafe',
      'go',
    );
    const handler = (last: string) =>
      file(loop(`if err = s.handle(frames); err != nil {\n\tslog.Error("bad", "error", err)\n\t${last}\n}`));
    checkFix(drop, handler('return 0, err'), handler('continue'), 'unsafe', 'go');
  });

  it('takes the end of the process for one of the loop', () => {
    const fatal = (last: string) =>
      file(loop(`m, err := decode(text)\nif err != nil {\n\t${last}\n}\nuse(m)`, 'for {', 'text, err := in.Recv(0)'), [
        'log',
      ]);
    checkFix(
      drop,
      fatal('log.Fatalf("bad: %v", err)'),
      fatal('log.Printf("bad: %v", err)\n\tcontinue'),
      'unsafe',
      'go',
    );
    const crash = (last: string) =>
      file(loop(`m, err := decode(frames)\nif err != nil {\n\t${last}\n}\nuse(m)`), ['log']);
    checkFix(
      drop,
      crash('panic(err)'),
      crash(
        'log.Printf("dropped a message: %v; %d bytes, starting with %.64q", err, len(frames[len(frames)-1]), frames[len(frames)-1])\n\tcontinue',
      ),
      'unsafe',
      'go',
    );
  });

  it.each([
    ['a known set', loop(decode, 'for n := 0; n < peers; n++ {'), 'known set'],
    ['a condition', loop(decode, 'for len(pending) > 0 {'), 'known set'],
    ['a client', loop(decode).replace('for {', 'for {\n\ts.sock.Send("get", 0)'), 'asks and waits'],
    ['REQ', `s.sock, _ = zmq4.NewSocket(zmq4.REQ)\n${loop(decode)}`, 'asks and waits'],
    ['REP', `s.sock, _ = ctx.NewSocket(zmq4.REP)\n${loop(decode)}`, 'must answer before'],
    ['ranks', loop('if frames[0].Rank != s.rank {\n\treturn 0, errRank\n}'), 'ranks or configuration'],
    ['a request to stop', loop('if string(frames[0]) == "STOP" {\n\treturn 0, errStopped\n}'), 'request to stop'],
    ['work before the end', loop(decode.replace('\treturn', '\ts.close()\n\treturn')), 'belongs to it'],
    ['an inner loop', loop(`for _, f := range frames {\n\t${decode.replaceAll('\n', '\n\t')}\n}`), 'loop of its own'],
    ['a channel', loop(`${decode}\ns.out <- m`), 'handed to a channel'],
    ['shared lines', loop('if err := decode(frames); err != nil { return 0, err }'), 'share a line'],
  ])('is explained for %s', (_name, body, reason) => {
    checkWithheld(drop, file(body), reason, 'if ', 'go');
  });

  it.each([
    ['the receive itself fails', file(loop('s.take(frames)'))],
    ['the error means the end', file(loop('if err := decode(frames); err != nil {\n\treturn 0, nil\n}'))],
    ['something else fails', file(loop('if err := s.flush(); err != nil {\n\treturn 0, err\n}'))],
    ['sending fails', file(loop('if _, err := s.out.SendMessage(frames); err != nil {\n\treturn 0, err\n}'))],
    ['a function of its own fails', file(loop(`go func() error {\n\t${decode}\n\treturn nil\n}()`))],
    ['nothing is of ZMQ', file(loop(decode), [], '"net/rpc"')],
    ['there is no loop', file(`frames, err := s.sock.RecvMessage(0)\n${decode}`)],
  ])('is silent where %s', (_name, text) => {
    checkNone(drop, text, 'go');
  });
});

describe('check-frame-count', () => {
  it('drops in a loop, with the number that the code takes for granted', () => {
    checkFix(
      count,
      file(loop('// The second is the payload.\nuse(frames[0], frames[2])'), ['log']),
      file(
        loop(
          '// The second is the payload.\nif len(frames) < 3 {\n\tlog.Printf("dropped a message of %d frames, expected at least 3", len(frames))\n\tcontinue\n}\nuse(frames[0], frames[2])',
        ),
        ['log'],
      ),
      'unsafe',
      'go',
    );
  });

  it('returns an error as the code does it elsewhere', () => {
    const client = (check: string) =>
      file(
        `m, err := s.sock.Recv()\nif err != nil {\n\treturn -1, fmt.Errorf("ask: %w", err)\n}\n${check}return use(m.Frames[1])`,
        ['fmt'],
        '"github.com/go-zeromq/zmq4"',
      );
    checkFix(
      count,
      client(''),
      client(
        'if len(m.Frames) < 2 {\n\treturn -1, fmt.Errorf("expected at least 2 frames, received %d", len(m.Frames))\n}\n',
      ),
      'unsafe',
      'go',
    );
  });

  it.each([
    ['the number is looked at', file(loop('if len(frames) == 2 {\n\tuse(frames[1])\n}'))],
    ['only the first is used', file(loop('use(frames[0])'))],
    ['the index is computed', file(loop('use(frames[n])'))],
    ['nothing says what an error looks like', file('frames, _ := s.sock.RecvMessage(0)\nuse(frames[1])')],
  ])('is silent where %s', (_name, text) => {
    checkNone(count, text, 'go');
  });
});

describe('receive-timeout', () => {
  const client = (limit: string, error: string) =>
    file(
      `if _, err := s.sock.Send("get", 0); err != nil {\n\treturn 0, err\n}\n${limit}reply, err := s.sock.RecvBytes(0)\nif err != nil {\n\treturn 0, ${error}\n}\nreturn len(reply), nil`,
      ['fmt'],
    );

  it('sets a limit and says so in the error', () => {
    checkFix(
      wait,
      client('', 'err'),
      client(
        '_ = s.sock.SetRcvtimeo(5 * time.Second)\n',
        'fmt.Errorf("no reply within 5 seconds or a failure: %w", err)',
      ),
      'unsafe',
      'go',
    );
  });

  it('is explained for a package without such a limit', () => {
    const text = client('', 'err').replace('pebbe', 'go-zeromq');
    checkWithheld(wait, text, 'select on its answer and time.After', 's.sock.RecvBytes', 'go');
  });

  it.each([
    ['there is a limit', client('s.sock.SetRcvtimeo(time.Second)\n', 'err')],
    ['the socket is polled', client('poller := zmq4.NewPoller()\n', 'err')],
    ['nothing is asked', client('', 'err').replace('.Send(', '.Connect(')],
    ['the socket serves', client('', 'err').replace('{\n\tif', '{\n\ts.sock, _ = zmq4.NewSocket(zmq4.ROUTER)\n\tif')],
  ])('is silent where %s', (_name, text) => {
    checkNone(wait, text, 'go');
  });
});

it('the kind of a socket is that of the function which receives', () => {
  const text = `${file(loop('if err := json.Unmarshal(frames[0], &m); err != nil {\n\treturn err\n}'))}
func ask() {
	sock, _ := zmq4.NewSocket(zmq4.REQ)
}
`.replaceAll('s.sock', 'sock');
  expect(findingsOf(drop, text, 'go').map(({ applicability }) => applicability)).toEqual(['unsafe']);
});

describe('a loop that waits', () => {
  const looped = (behind: string, head = 'for {') =>
    `package main\n\nimport (\n\t"encoding/json"\n\t"log"\n\n\tzmq "github.com/pebbe/zmq4"\n)\n\nfunc take(sock *zmq.Socket) error {\n\t${head}\n\t\tbody, err := sock.RecvBytes(0)\n\t\tif err != nil {\n\t\t\treturn err\n\t\t}\n\t\tvar e Event\n\t\tif err := json.Unmarshal(body, &e); err != nil {\n\t\t\treturn err\n\t\t}\n${behind
      .split('\n')
      .map((line) => `\t\t${line}\n`)
      .join('')}\t}\n\treturn nil\n}\n`;

  it.each([
    ['a number of messages', looped('got = append(got, e)\nif len(got) == n {\n\treturn nil\n}'), 'known set'],
    ['a full map', looped('seen[e.ID] = true\nif len(seen) == 3 {\n\tbreak\n}'), 'known set'],
    ['a counter', looped('left--', 'for left > 0 {'), 'known set'],
    ['one message', looped('return nil'), 'ends with the first message'],
  ])('for %s is only explained', (_name, text, reason) => {
    checkWithheld(drop, text, reason, 'json.Unmarshal', 'go');
  });

  it('and gives the message to its caller is only explained', () => {
    const text = looped('return e, nil').replace('error {', '(Event, error) {');
    checkWithheld(drop, text, 'does not come again', 'json.Unmarshal', 'go');
  });

  it.each([
    ['an error ends it', 'if err := keep(e); err != nil {\n\tbreak\n}', 'cannot be decoded'],
    ['a flag ends it', 'if s.stopped {\n\tbreak\n}', 'cannot be decoded'],
    ['one message ends it', 'if e.Kind == End {\n\treturn nil\n}', 'cannot be decoded'],
    ['a choice ends itself', 'switch e.Kind {\ncase Other:\n\tbreak\n}', 'cannot be decoded'],
    ['a group counts', 'wg.Done()', 'counts messages'],
    ['who has sent is crossed off', 'delete(pending, e.ID)', 'counts messages'],
  ])('is offered where %s', (_name, behind, why) => {
    const [finding] = findingsOf(drop, looped(behind), 'go');
    expect([finding?.applicability, finding?.why]).toEqual(['unsafe', expect.stringContaining(why)]);
  });
});
