/** Bombs that make @msgpack/msgpack abort the process: what they cost us, each measured in a process of its own. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, test } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'error-lookup-bombs-'));
const program = join(folder, 'bombs.cjs');

beforeAll(async () => {
  await build({ entryPoints: ['test/support/bombs.ts'], outfile: program, bundle: true, platform: 'node' });
});

afterAll(() => rmSync(folder, { recursive: true }));

/** What the process prints. */
interface Cost {
  readonly kind: string;
  readonly summary: string;
  readonly milliseconds: number;
  readonly bytes: number;
}

test.each([
  ['an array of 33 million elements in 5 bytes', 'dd01ffffff'],
  ['twelve of them inside each other in 60 bytes', 'dd01ffffff'.repeat(12)],
  ['an array of 4 billion', 'ddffffffff'],
  ['maps of 4 billion inside each other', 'dfffffffff'.repeat(12)],
  ['a str, a bin and an ext of 4 GB', '93dbffffffff'],
])('%s: under 50 ms and 20 MB', (_, hex) => {
  const output = execFileSync(process.execPath, ['--expose-gc', program, hex], { encoding: 'utf8' });
  const cost: Cost = JSON.parse(output);
  expect(cost.kind).toBe('msgpack');
  expect(cost.summary).toContain('truncated');
  expect(cost.milliseconds).toBeLessThan(50);
  expect(cost.bytes).toBeLessThan(20_000_000);
});
