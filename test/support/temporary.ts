/** Gives a run of tests a folder of its own for temporary files, and removes it, whatever the tests left in it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export default function setup(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'error-lookup-test-'));
  // Workers and the programs that tests start inherit it.
  process.env.TMPDIR = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}
