/** Receive loops in Rust. */
import { describe, it } from 'vitest';
import { checkFix, checkNone, checkWithheld } from './check';

const fix = 'drop-malformed-message';

/** A function whose loop holds the given lines. */
function receiver(body: string, head = 'loop'): string {
  const lines = body.split('\n').map((line) => `        ${line}\n`);
  return `async fn run(socket: &mut RouterSocket) -> Result<(), Error> {\n    ${head} {\n${lines.join('')}    }\n}\n`;
}

describe('a ? behind the receive', () => {
  it('becomes a match that goes on', () => {
    checkFix(
      fix,
      receiver(`let message = socket.recv().await?;
let frames = message.into_vec();
// The second frame is the payload.
let (kind, ready): (u8, Ready) = rmp_serde::from_slice(&frames[1])?; // typed
handle(kind, ready).await?;`),
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
handle(kind, ready).await?;`),
      'unsafe',
      'rust',
    );
  });

  it('is logged by the crate that the file uses', () => {
    const head = 'use log::info;\nfn f() { log::info!("x"); }\n';
    checkFix(
      fix,
      head +
        receiver('let data = sock.recv_bytes(0)?;\nlet text = std::str::from_utf8(&data)?;', 'while !self.stopped()'),
      head +
        receiver(
          'let data = sock.recv_bytes(0)?;\nlet text = match std::str::from_utf8(&data) {\n    Ok(decoded) => decoded,\n    Err(error) => {\n        log::warn!("dropped a message that cannot be decoded: {error}");\n        continue;\n    }\n};',
          'while !self.stopped()',
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
