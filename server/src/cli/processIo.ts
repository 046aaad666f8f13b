/** The real process as an `Io`. */
import type { WriteStream } from 'node:tty';
import { type Io, type Output, OutputClosed } from './command';

/** Streams, environment and clock of this process. Ctrl-C aborts `interrupted` once; a second one ends the process. */
export function processIo(): Io {
  const interrupt = new AbortController();
  process.once('SIGINT', () => interrupt.abort());
  return {
    stdin: process.stdin,
    stdout: output(process.stdout),
    stderr: output(process.stderr),
    env: process.env,
    now: () => performance.now(),
    interrupted: interrupt.signal,
  };
}

function output(stream: WriteStream): Output {
  let closed = false;
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    closed = true;
  });
  return {
    isTty: stream.isTTY === true,
    get columns() {
      return stream.isTTY ? stream.columns : undefined;
    },
    write: (text) =>
      new Promise((resolve, reject) => {
        if (closed) {
          reject(new OutputClosed());
          return;
        }
        stream.write(text, (error) => {
          if (!error) resolve();
          else reject('code' in error && error.code === 'EPIPE' ? new OutputClosed() : error);
        });
      }),
  };
}
