import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { kernelModule } from '../../../scripts/kernel.mjs';

it('is what its sources compile to', { timeout: 60_000 }, async () => {
  const committed = readFileSync(join('server/src/core/match/engine/kernelCode.ts'), 'utf8');
  expect(await kernelModule()).toBe(committed);
});
