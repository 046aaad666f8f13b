/** The real process as an `Io`. */
import type { WriteStream } from 'node:tty';
import { type Io, type Output, OutputClosed } from './command';

/** Streams, environment and clock of this process. */
export function processIo(): Io {
  let readsStdin = false;
  return {
    // Asking for the stream opens it, which a command without input must not do.
    get stdin() {
      readsStdin = true;
      return process.stdin;
    },
    stdout: output(process.stdout),
    stderr: output(process.stderr),
    env: process.env,
    now: () => performance.now(),
    interruption: () => {
      const interrupt = new AbortController();
      process.once('SIGINT', () => {
        interrupt.abort();
        // An open standard input would keep the process waiting for more.
        if (readsStdin) process.stdin.destroy();
      });
      return interrupt.signal;
    },
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
