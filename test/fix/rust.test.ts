/** Receive loops in Rust. */
import { describe, expect, it } from 'vitest';
import { applyEdits } from '../../server/src/core/fix/fixer';
import { checkFix, checkNone, checkWithheld, findingsOf } from './check';

const fix = 'drop-malformed-message';

/** A function whose loop holds the given lines. */
function receiver(body: string, head = 'loop'): string {
  const lines = body.split('\n').map((line) => `        ${line}\n`);
  return `use tracing::info;\n\nasync fn run(socket: &mut RouterSocket) -> Result<(), Error> {\n    ${head} {\n${lines.join('')}    }\n}\n`;
}

describe('a ? behind the receive', () => {
  it('becomes a match that goes on', () => {
    checkFix(
      fix,
      receiver(`let message = socket.recv().await?;
let frames = message.into_vec();
// The second frame is the payload.
let (kind, ready): (u8, Ready) = rmp_serde::from_slice(&frames[1])?; // typed
store(kind, ready).await?;`),
      receiver(`let message = socket.recv().await?;
let frames = message.into_vec();
// The second frame is the payload.
let (kind, ready): (u8, Ready) = match rmp_serde::from_slice(&frames[1]) {
    Ok(decoded) => decoded,
    Err(error) => {
        tracing::warn!("dropped a message that cannot be decoded: {error}");
        continue;
    }
}; // typed
store(kind, ready).await?;`),
      'unsafe',
      'rust',
    );
  });

  it.each([
    ['a type', 'let ready = rmp_serde::from_slice::<Ready>(&message)'],
    ['types within types', 'let ready = serde_json::from_slice::<Vec<(u8, Ready)>>(&message)'],
    [
      'an error of its own',
      'let ready = rmp_serde::from_slice::<Ready>(&message)\n    .map_err(|error| anyhow!("bad: {error}"))',
    ],
  ])('becomes one behind a call that is told %s', (_name, call) => {
    const taken = 'let message = socket.recv().await?;';
    const shown = call.replace('= ', '= match ');
    checkFix(
      fix,
      receiver(`${taken}\n${call}?;\nstore(ready).await?;`),
      receiver(`${taken}
${shown} {
    Ok(decoded) => decoded,
    Err(error) => {
        tracing::warn!("dropped a message that cannot be decoded: {error}");
        continue;
    }
};
store(ready).await?;`),
      'unsafe',
      'rust',
    );
  });

  it('is logged by the crate that the file uses', () => {
    const logging = (text: string) => text.replace('use tracing::info;\n\n', '');
    const head = 'use log::info;\nfn f() { log::info!("x"); }\n';
    checkFix(
      fix,
      head +
        logging(
          receiver('let data = sock.recv_bytes(0)?;\nlet text = std::str::from_utf8(&data)?;', 'while !self.stopped()'),
        ),
      head +
        logging(
          receiver(
            'let data = sock.recv_bytes(0)?;\nlet text = match std::str::from_utf8(&data) {\n    Ok(decoded) => decoded,\n    Err(error) => {\n        log::warn!("dropped a message that cannot be decoded: {error}");\n        continue;\n    }\n};',
            'while !self.stopped()',
          ),
        ),
      'unsafe',
      'rust',
    );
  });

  it.each([
    [
      'known peers',
      receiver('let m = socket.recv().await?;\nlet r: R = decode(&m)?;', 'while !pending.is_empty()'),
      'known set',
    ],
    [
      'a client',
      receiver('socket.send(ask).await?;\nlet m = socket.recv().await?;\nlet r: R = decode(&m)?;'),
      'asks and waits',
    ],
    ['shared lines', receiver('let m = socket.recv().await?;\nlet r: R = decode(&m)?; use_it(r);'), 'share a line'],
  ])('is explained for %s', (_name, text, reason) => {
    checkWithheld(fix, text, reason, 'decode(&m)?', 'rust');
  });

  it.each([
    ['errors are matched', receiver('let m = socket.recv().await?;\nlet r = decode(&m).unwrap_or_default();')],
    ['nothing of the message fails', receiver('let m = socket.recv().await?;\nlet c: C = decode(&config)?;')],
    ['something else fails', receiver('let m = socket.recv().await?;\nlet r = store(&m)?;')],
    ['there is no loop', 'fn f() -> R { let m = s.recv()?; let r = decode(&m)?; r }\n'],
    ['nothing is received', receiver('let m = next()?;\nlet r = decode(&m)?;')],
    ['a closure receives', receiver('let m = || socket.recv();\nlet r = decode(&m)?;')],
  ])('is left alone where %s', (_name, text) => {
    checkNone(fix, text, 'rust');
  });
});

describe('a ? behind a handler', () => {
  it('becomes an if that goes on', () => {
    checkFix(
      fix,
      receiver('let frames = socket.recv_multipart(0)?;\nself.handle(&frames)?; // may refuse'),
      receiver(
        'let frames = socket.recv_multipart(0)?;\nif let Err(error) = self.handle(&frames) {\n    tracing::warn!("dropped a message that was refused: {error}");\n    continue;\n} // may refuse',
      ),
      'unsafe',
      'rust',
    );
  });

  it('is explained for a socket that answers', () => {
    const text = receiver('let m = socket.recv().await?;\nlet r: R = decode(&m)?;').replace('Router', 'Rep');
    checkWithheld(fix, text, 'must answer before', 'decode(&m)?', 'rust');
  });
});

describe('a branch of select!', () => {
  const select = (branch: string) =>
    receiver(
      `tokio::select! {\n    // A command of ours.\n    command = self.commands_rx.recv() => {\n        self.handle_command(command).await?;\n    }\n    message = socket.recv() => {\n        ${branch.replaceAll('\n', '\n        ')}\n    }\n}`,
    );

  it('goes on with the next round', () => {
    checkFix(
      fix,
      select('let frames = message?.into_vec(); // of a peer; one\nself.on_publish(&frames[0], "a;b").await?;'),
      select(
        'let frames = message?.into_vec(); // of a peer; one\nif let Err(error) = self.on_publish(&frames[0], "a;b").await {\n    tracing::warn!("dropped a message that was refused: {error}");\n    continue;\n}',
      ),
      'unsafe',
      'rust',
    );
    checkFix(
      fix,
      select('let (kind, ready): (u8, Ready) = rmp_serde::from_slice(&message?)?;\nuse_it(kind, ready);'),
      select(
        'let (kind, ready): (u8, Ready) = match rmp_serde::from_slice(&message?) {\n    Ok(decoded) => decoded,\n    Err(error) => {\n        tracing::warn!("dropped a message that cannot be decoded: {error}");\n        continue;\n    }\n};\nuse_it(kind, ready);',
      ),
      'unsafe',
      'rust',
    );
  });

  it.each([
    ['nothing of the message fails', select('let m = message?;\nself.handle(m);')],
    ['the branch is no loop', `fn f() {\n    select! { m = socket.recv() => { handle(m)?; } }\n}\n`],
    ['an error is matched', select('let Ok(m) = message else { return Ok(()) };\nself.count += 1;')],
  ])('is left alone where %s', (_name, text) => {
    checkNone(fix, text, 'rust');
  });
});

describe('frames that are indexed', () => {
  const count = 'check-frame-count';

  it('is written into the branch of a select! that takes a part by its number', () => {
    const branch = (
      check: string,
    ) => `async fn run(mut socket: SubSocket, mut stop: Receiver<bool>) -> anyhow::Result<()> {
    loop {
        tokio::select! {
            _ = stop.changed() => return Ok(()),
            message = socket.recv() => {
                let message = message?;
${check}                let update: Update = decode(&message.get(1).unwrap());
                let topic = &message[0];
                keep(topic, update);
            }
        }
    }
}
`;
    const [found] = findingsOf(count, branch(''), 'rust');
    expect(found?.applicability).toBe('unsafe');
    expect(applyEdits(branch(''), found?.edits ?? [])).toBe(
      branch(`                if message.len() < 2 {
                    eprintln!("dropped a message of {} frames, expected at least 2", message.len());
                    continue;
                }
`),
    );
    expect(findingsOf(count, applyEdits(branch(''), found?.edits ?? []), 'rust')).toEqual([]);
  });

  it.each([
    ['as a list', 'let frames = socket.recv_multipart(0)?;', 'frames', 'use_it(&frames[0], &frames[2]);'],
    ['of a message', 'let m = socket.recv().await?;', 'm', 'let body = m.get(2).unwrap();'],
  ])('%s are counted', (_name, receive, list, use) => {
    checkFix(
      count,
      receiver(`${receive}\n// The body.\n${use}`),
      receiver(
        `${receive}\n// The body.\nif ${list}.len() < 3 {\n    tracing::warn!("dropped a message of {} frames, expected at least 3", ${list}.len());\n    continue;\n}\n${use}`,
      ),
      'unsafe',
      'rust',
    );
  });

  it.each([
    ['their number is looked at', receiver('let f = s.recv_multipart(0)?;\nif f.len() == 2 { use_it(&f[1]); }')],
    ['only the first is used', receiver('let f = s.recv_multipart(0)?;\nuse_it(&f[0]);')],
    ['another list is meant', receiver('let f = s.recv_multipart(0)?;\nuse_it(&self.parts[3]);')],
    ['a client waits', receiver('s.send(ask)?;\nlet f = s.recv_multipart(0)?;\nuse_it(&f[1]);')],
  ])('are left alone where %s', (_name, text) => {
    checkNone(count, text, 'rust');
  });
});

describe('a client that waits', () => {
  const wait = 'receive-timeout';
  const client = (receive: string, result = 'anyhow::Result<Vec<u8>>') =>
    `use zeromq::ReqSocket;\n\nasync fn ask(socket: &mut ReqSocket) -> ${result} {\n    socket.send("get".into()).await?;\n    ${receive}\n    Ok(reply)\n}\n`;

  it.each([
    ['anyhow', 'anyhow::Result<Vec<u8>>', 'anyhow::anyhow!("no reply within 5 seconds")'],
    ['a boxed error', 'Result<Vec<u8>, Box<dyn Error>>', '"no reply within 5 seconds"'],
  ])('gets a limit and an error of %s', (_name, result, error) => {
    const limited = `let reply = tokio::time::timeout(std::time::Duration::from_secs(5), socket.recv()).await.map_err(|_| ${error})??;`;
    checkFix(wait, client('let reply = socket.recv().await?;', result), client(limited, result), 'unsafe', 'rust');
  });

  it('of rust-zmq gets an option of the socket', () => {
    const blocking = (limit: string) => client(`${limit}let reply = socket.recv_bytes(0)?;`).replaceAll('.await', '');
    checkFix(wait, blocking(''), blocking('socket.set_rcvtimeo(5000)?;\n    '), 'unsafe', 'rust');
  });

  it('is explained where the error type is not known', () => {
    const text = client('let reply = socket.recv().await?;', 'Result<Vec<u8>, Error>');
    checkWithheld(wait, text, 'tokio::time::timeout', 'socket.recv()', 'rust');
  });

  it.each([
    ['it has a limit', client('let reply = timeout(limit, socket.recv()).await??;')],
    ['it serves', client('let reply = socket.recv().await?;').replaceAll('ReqSocket', 'RouterSocket')],
    ['it asks nothing', client('let reply = socket.recv().await?;').replace('.send(', '.bind(')],
  ])('is left alone where %s', (_name, text) => {
    checkNone(wait, text, 'rust');
  });
});

it('a loop may receive in its head; one over a channel does not receive messages of a socket', () => {
  const text = (socket: string) =>
    `async fn take(mut ${socket}: T, ask: ReqSocket) -> Result<()> {\n    while let Ok(message) = ${socket}.recv().await {\n        let event = decode(&message)?;\n        keep(event);\n    }\n    Ok(())\n}\n`;
  expect(findingsOf(fix, text('sub'), 'rust').map(({ applicability }) => applicability)).toEqual(['unsafe']);
  checkNone(fix, text('event_rx'), 'rust');
});

it('the kind of a socket is that of the function which receives', () => {
  const other = 'async fn ask(sub: ReqSocket) {}\n';
  const text = `${other}async fn take(sub: SubSocket) -> Result<()> {\n    loop {\n        let message = sub.recv().await?;\n        let event = decode(&message)?;\n        keep(event);\n    }\n}\n`;
  expect(findingsOf(fix, text, 'rust').map(({ applicability }) => applicability)).toEqual(['unsafe']);
});

describe('a check that returns an error', () => {
  const taken = 'let frames = socket.recv().await?.into_vec();\n';
  const check = (before: string, after: string) =>
    checkFix(fix, receiver(taken + before), receiver(taken + after), 'unsafe', 'rust');

  it('goes on with the next message instead', () => {
    check(
      'if frames.len() != 2 {\n    // Two only.\n    bail!("unexpected frames: {}", frames.len()); // gone\n}\nkeep(&frames);',
      'if frames.len() != 2 {\n    // Two only.\n    tracing::warn!("dropped a message: unexpected frames: {}", frames.len());\n    continue; // gone\n}\nkeep(&frames);',
    );
    check(
      'anyhow::ensure!(frames.len() == 2, "frames: {}", frames.len());',
      'if frames.len() != 2 {\n    tracing::warn!("dropped a message: frames: {}", frames.len());\n    continue;\n}',
    );
    check(
      'ensure!(is_known(&frames));',
      'if !(is_known(&frames)) {\n    tracing::warn!("dropped a message that fails a check");\n    continue;\n}',
    );
    check(
      'if frames.is_empty() {\n    return Err(Error::Empty);\n}',
      'if frames.is_empty() {\n    tracing::warn!("dropped a message: {:?}", Error::Empty);\n    continue;\n}',
    );
    check(
      'if frames.is_empty() {\n    bail!(Error::Empty);\n}',
      'if frames.is_empty() {\n    tracing::warn!("dropped a message: {:?}", Error::Empty);\n    continue;\n}',
    );
  });

  it.each([
    ['ranks', 'if rank_of(&frames) >= world {\n    bail!("rank");\n}', 'ranks or', 'bail!'],
    ['a stop message', 'if frames[0] == STOP {\n    return Err(Stopped);\n}', 'one expected message', 'Stopped'],
    ['a shared line', 'if frames.is_empty() { bail!("empty"); }', 'share a line', 'bail!'],
  ])('is explained for %s', (_name, body, reason, at) => {
    checkWithheld(fix, receiver(taken + body), reason, at, 'rust');
  });

  it.each([
    ['something else', 'if full {\n    bail!("full");\n}'],
    ['more work', 'if frames.is_empty() {\n    self.close();\n    bail!("empty");\n}'],
    ['another branch', 'if frames.is_empty() {\n    bail!("empty");\n} else {\n    keep(&frames);\n}'],
    ['a value', 'if frames.is_empty() {\n    return Ok(());\n}'],
  ])('is left alone for %s', (_name, body) => {
    checkNone(fix, receiver(taken + body), 'rust');
  });
});

describe('a loop that waits', () => {
  const taken = 'let message = socket.recv().await?;\nlet event: Event = rmp_serde::from_slice(&message)?;\n';

  it.each([
    [
      'a number of messages',
      receiver(`${taken}got.push(event);\nif got.len() == n {\n    return Ok(got);\n}`),
      'known set',
    ],
    ['a counter', receiver(`${taken}left -= 1;\nif left == 0 {\n    break;\n}`), 'known set'],
    ['one message', receiver(`${taken}keep(event);\nbreak;`), 'ends with the first message'],
    ['a flag that it sets', receiver(`${taken}done = event.last;`, 'while !done'), 'an end of its own'],
  ])('for %s is only explained', (_name, text, reason) => {
    checkWithheld(fix, text, reason, 'from_slice', 'rust');
  });

  it.each([
    ['an error ends it', `${taken}if let Err(error) = keep(event) {\n    break;\n}`, 'The ?'],
    ['a flag ends it', `${taken}if self.stopped {\n    break;\n}`, 'The ?'],
    ['one message ends it', `if socket.is_stop(&x) {}\n${taken}if event.kind == Kind::End {\n    break;\n}`, 'The ?'],
    ['something is crossed off', `${taken}pending.remove(&event.id);`, 'counts messages'],
    ['somebody is told', `${taken}ready.notify_one();`, 'counts messages'],
  ])('is offered where %s', (_name, body, why) => {
    const found = findingsOf(fix, receiver(body), 'rust');
    expect(found.map((finding) => [finding.applicability, finding.why])).toEqual([
      ['unsafe', expect.stringContaining(why)],
    ]);
  });

  it.each([
    ['a channel', 'async fn run(mut rx: Receiver<Vec<u8>>)', 'rx.recv().await?'],
    ['a broadcast', 'async fn run(mut bus: broadcast::Receiver<Vec<u8>>)', 'bus.recv().await?'],
    ['UDP', 'async fn run(socket: UdpSocket)', 'socket.recv(&mut buffer).await?'],
  ])('takes no message of ZMQ from %s', (_name, head, receive) => {
    checkNone(
      fix,
      `${head} -> Result<()> {\n    loop {\n        let message = ${receive};\n        let event: Event = rmp_serde::from_slice(&message)?;\n        keep(event);\n    }\n}\n`,
      'rust',
    );
  });
});
