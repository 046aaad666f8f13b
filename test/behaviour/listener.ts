/** Runs a Python listener, before or after a fix, and talks to it. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { applyEdits, createFixer } from '../../server/src/core/fix/fixer';
import { loadParsers } from '../../server/src/node/parsers';

/** Debian's interpreter: it finds Debian's packages whatever else is installed. */
export const python = '/usr/bin/python3';

const fixer = createFixer(await loadParsers());

/** What `report` answers. */
interface Report {
  readonly alive: boolean;
  readonly handled: readonly unknown[];
}

/** A listener in a process of its own. */
export interface Running {
  readonly port: number;
  /** The state, asked again until `until` holds or two minutes are over. */
  report(until?: (report: Report) => boolean): Promise<Report>;
  /** CPU seconds that the process uses while nobody sends anything. */
  idle(seconds: number): Promise<number>;
  /** Ends the context or cancels the task; false when the listener does not follow within half a minute. */
  end(how: 'term' | 'cancel'): Promise<boolean>;
  /** Closes the socket while the message that `client` sends is handled; false as above. */
  close(client: string): Promise<boolean>;
  /** What was logged, waited for until it matches or two minutes are over. */
  log(expected: RegExp): Promise<string>;
  stop(): void;
}

/** Text of a listener in `listeners/`, with a fix applied if one is named. */
export function source(name: string, fix?: string): string {
  const text = readFileSync(`test/behaviour/listeners/${name}.py`, 'utf8');
  if (!fix) return text;
  const found = fixer.find({ path: name, language: 'python', text }).filter((finding) => finding.fix === fix);
  const offered = found.filter((finding) => finding.applicability !== 'display-only');
  if (offered.length === 0) throw new Error(`${fix} is not offered for ${name}`);
  return applyEdits(
    text,
    offered.flatMap((finding) => finding.edits),
  );
}

/** Starts a listener. */
export async function start(text: string): Promise<Running> {
  const folder = mkdtempSync(join(tmpdir(), 'error-lookup-listener-'));
  const file = join(folder, 'listener.py');
  writeFileSync(file, text);
  const child = spawn(python, ['-u', 'test/behaviour/harness.py', file], { stdio: ['pipe', 'pipe', 'pipe'] });
  let log = '';
  child.stderr.on('data', (chunk: Buffer) => {
    log += chunk.toString();
  });
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  // A listener that dies may take its process with it; whoever asks then learns that it is not alive.
  child.stdin.on('error', () => {});
  const next = async (): Promise<Record<string, unknown>> => {
    const { value, done } = await answers.next();
    return done ? { alive: false, handled: [] } : JSON.parse(value);
  };
  const ask = (command: string) => {
    child.stdin.write(`${command}\n`);
    return next();
  };
  const { port } = await next();
  return {
    port: Number(port),
    report: (until = () => true) => poll(ask, until),
    idle: async (seconds) => Number((await ask(`idle ${seconds}`)).cpu),
    end: async (how) => {
      await ask(how);
      return (await ask('ended')).ended === true;
    },
    close: async (client) => {
      await ask('close');
      send(Number(port), [client]);
      return (await ask('ended')).ended === true;
    },
    log: async (expected) => {
      for (const end = Date.now() + patience; !expected.test(log) && Date.now() < end; ) await pause();
      return log;
    },
    stop: () => stop(child, folder),
  };
}

/** Milliseconds that a busy machine is given. */
const patience = 120_000;

async function poll(ask: (command: string) => Promise<unknown>, until: (report: Report) => boolean): Promise<Report> {
  const end = Date.now() + patience;
  while (true) {
    const report = (await ask('report')) as Report;
    if (until(report) || Date.now() > end) return report;
    await pause();
  }
}

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 50));
}

function stop(child: ChildProcess, folder: string): void {
  child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
}

/** Lets clients send, one after the other; gives what they printed. */
export function send(port: number, clients: readonly string[]): string {
  const run = spawnSync(python, ['test/behaviour/clients.py', String(port), ...clients], { encoding: 'utf8' });
  if (run.status !== 0) throw new Error(run.stderr);
  return run.stdout;
}
