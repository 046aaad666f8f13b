/** Clients that speak no ZMTP, and the requests of those that cannot be installed. */
import { type ChildProcess, spawn } from 'node:child_process';
import { connect, type Socket } from 'node:net';

const children: ChildProcess[] = [];
const sockets: Socket[] = [];

/** Ends all clients that are still running. */
export function stopClients(): void {
  for (const child of children.splice(0)) child.kill();
  for (const socket of sockets.splice(0)) socket.destroy();
}

/** Starts a client and waits for its end; gives the error of a program that is not installed. */
export function run(
  program: string,
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<Error | undefined> {
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'ignore'], env: { ...process.env, ...env } });
  children.push(child);
  return new Promise((resolve) => {
    child.on('error', resolve);
    child.on('close', () => resolve(undefined));
  });
}

/** Sends text as it is and keeps the connection open until the clients are ended. */
export function raw(text: string | Uint8Array): (port: number) => void {
  return (port) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    socket.on('error', () => undefined);
    sockets.push(socket);
  };
}

/** The address decides which letter of the request becomes the length of the next frame. */
export const scrape = (agent: string, host: string): string =>
  `GET /metrics HTTP/1.1\r\nHost: ${host}\r\nUser-Agent: ${agent}\r\nAccept: text/plain;version=0.0.4;q=1,*/*;q=0.1\r\nAccept-Encoding: gzip\r\nX-Prometheus-Scrape-Timeout-Seconds: 10\r\n\r\n`;
