/** When the source of a workspace is read: no change is lost, whatever comes between. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { localPart } from '../../server/src/core/bundle';
import type { IndexReport } from '../../server/src/core/local/jobs';
import { Session } from '../../server/src/lsp/session';
import { isOwnSource } from '../../server/src/lsp/walk';
import { isSourceFile } from '../../server/src/lsp/workspaceCatalogs';
import { testWorld } from './support/catalog';

/** A reading that was begun, ended by hand. */
interface Reading {
  readonly signal: AbortSignal;
  end(files: number): void;
  fail(): void;
}

const report: IndexReport = {
  part: localPart([]),
  sources: [],
  problems: new Map(),
  packages: [],
  environments: [],
  files: 0,
  skipped: 0,
};

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** The index of a trusted workspace with one folder, and its readings in the order of their beginnings. */
function openWorkspace() {
  const readings: Reading[] = [];
  const logged: string[] = [];
  const { files, ...world } = testWorld({
    now: () => Date.now(),
    runIndexJob: (_job, _tell, signal) =>
      new Promise((resolve, reject) => {
        readings.push({
          signal,
          end: (files) => resolve({ ...report, files }),
          fail: () => reject(new Error('out of luck')),
        });
      }),
  });
  const local = { ...files, realPath: async (path: string) => path };
  const session = new Session(
    { ...world, files: local },
    { error: (text) => void logged.push(text) },
    () => undefined,
    () => [],
  );
  session.options = { trusted: true };
  session.folders = ['file:///work'];
  return { index: session.local, readings, logged };
}

/** Lets so many milliseconds go by, and everything happen that then can. */
const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

/** An index whose first reading is done. */
async function readOnce() {
  const workspace = openWorkspace();
  workspace.index.asked();
  await pass(0);
  workspace.readings[0]?.end(1);
  await pass(0);
  expect(workspace.index.workspace?.files).toBe(1);
  return workspace;
}

describe('the source of a workspace', () => {
  it('is read once when somebody asks first', async () => {
    const { index, readings } = openWorkspace();
    for (let i = 0; i < 3; i++) index.asked();
    await pass(20_000);
    expect(readings.length).toBe(1);
  });

  it('is read once for changes that follow each other closely', async () => {
    const { index, readings } = await readOnce();
    for (let i = 0; i < 5; i++) {
      index.changed();
      await pass(500);
    }
    expect(readings.length).toBe(1);
    await pass(1000);
    expect(readings.length).toBe(2);
  });

  it('is read while changes never stop', async () => {
    const { index, readings } = await readOnce();
    for (let i = 0; i < 60; i++) {
      index.changed();
      await pass(500);
      readings.at(-1)?.end(readings.length);
    }
    expect(readings.length).toBeGreaterThan(2);
    expect(index.workspace?.files).toBeGreaterThan(2);
  });

  it('is read again after a reading in which it changed, and that reading is of use', async () => {
    const { index, readings } = await readOnce();
    index.changed();
    await pass(1000);
    index.changed();
    await pass(5000);
    expect(readings.length).toBe(2);
    expect(readings[1]?.signal.aborted).toBe(false);
    readings[1]?.end(2);
    await pass(0);
    expect(index.workspace?.files).toBe(2);
    await pass(1000);
    readings[2]?.end(3);
    await pass(0);
    expect(index.workspace?.files).toBe(3);
    await pass(20_000);
    expect(readings.length).toBe(3);
  });

  it('is read by the settings that came while it was read', async () => {
    const { index, readings } = openWorkspace();
    index.asked();
    await pass(0);
    await index.reload();
    readings[0]?.end(1);
    await pass(1000);
    expect(readings.length).toBe(2);
  });

  it('is read again a minute later where somebody asks, as a watcher may have missed a change', async () => {
    const { index, readings } = await readOnce();
    await pass(59_000);
    index.asked();
    await pass(2000);
    expect(readings.length).toBe(1);
    for (let i = 0; i < 20; i++) {
      index.asked();
      await pass(100);
    }
    expect(readings.length).toBe(2);
    await pass(200_000);
    expect(readings.length).toBe(2);
  });

  it('is tried again after a reading that failed, and a change is not lost with it', async () => {
    const { index, readings, logged } = await readOnce();
    index.changed();
    await pass(1000);
    index.changed();
    readings[1]?.fail();
    await pass(1000);
    expect(logged).toEqual([expect.stringContaining('out of luck')]);
    readings[2]?.fail();
    await pass(60_000);
    index.asked();
    await pass(1000);
    readings[3]?.end(4);
    await pass(0);
    expect(index.workspace?.files).toBe(4);
  });

  it('is not read after the end', async () => {
    const { index, readings } = openWorkspace();
    index.asked();
    await pass(0);
    index.stop();
    expect(readings[0]?.signal.aborted).toBe(true);
    readings[0]?.end(1);
    index.changed();
    index.asked();
    await index.reload();
    await pass(100_000);
    expect(readings.length).toBe(1);
    expect(index.workspace).toBeUndefined();
  });
});

it.each([
  ['app/server.py', true],
  ['web/page.tsx', true],
  ['.error-lookup/facts/kitchen.jsonl', true],
  ['run.log', false],
  ['bench/metrics.jsonl', false],
  ['server.py.orig', false],
  ['.venv/lib/server.py', false],
  ['web/node_modules/a/index.js', false],
])('a change of %s concerns the source of the workspace: %s', (file, expected) => {
  // The workspace itself may stand where its tools would be left out.
  const folder = 'file:///home/ada/dist/work';
  const uri = `${folder}/${file}`;
  expect(isOwnSource(uri, [folder]) && isSourceFile(uri)).toBe(expected);
});
