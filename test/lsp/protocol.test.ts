import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const protocol = readFileSync('server/src/lsp/protocol.ts', 'utf8');
const page = readFileSync('docs/protocol.md', 'utf8');

it('is the protocol that docs/protocol.md describes', () => {
  const hash = createHash('sha256').update(protocol).digest('hex');
  expect(/`([0-9a-f]{64})`/.exec(page)?.[1]).toBe(hash);
});

it('has every method on that page', () => {
  const methods = [...protocol.matchAll(/'(errorLookup\/\w+)'/g)].map(([, method]) => method);
  expect(methods.length).toBeGreaterThan(7);
  expect(methods.filter((method) => !page.includes(`\`${method}\``))).toEqual([]);
});
