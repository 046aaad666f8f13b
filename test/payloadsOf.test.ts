import { describe, expect, it } from 'vitest';
import type { CatalogSite } from '../server/src/core/catalog/catalog';
import { createMatcher } from '../server/src/core/match/matcher';
import { payloadsOf } from '../server/src/core/service';

const template = 'Message from engine with unexpected data parallel rank: {eng_index}';
const site: CatalogSite = {
  code: 'vllm/dp-handshake/rank',
  kind: 'entry',
  project: 'vllm',
  template,
  statement: 'raise',
  exception: 'RuntimeError',
  level: null,
  file: 'vllm/v1/engine/utils.py',
  line: 1265,
  function: 'wait_for_engine_startup',
  versions: { first: null, last: null },
  role: 'cause',
  context: [],
};
const matcher = createMatcher([site]);

function payloadsIn(line: string): { name: string | undefined; kind: string; summary: string }[] {
  const [match] = matcher.match(new TextEncoder().encode(line), { level: 'WARNING' });
  return match
    ? payloadsOf(match).map(({ name, reading }) => ({ name, kind: reading.kind, summary: reading.summary }))
    : [];
}

describe('payloads in the message of a match', () => {
  // ranks are two bytes, little endian: vllm/v1/engine/core.py line 1034 at 9b9fc403
  it.each([7, 300])('are read by the words before them: rank %i', (rank) => {
    const found = payloadsIn(`RuntimeError: Message from engine with unexpected data parallel rank: ${rank}`);
    expect(found).toHaveLength(1);
    expect(found[0]).toMatchObject({ name: 'eng_index', kind: 'zmq-identity' });
    expect(found[0]?.summary).toContain(String(rank));
  });

  it('are named by the capture that holds them', () => {
    const bytes = [
      ...new TextEncoder().encode('T /metrics HTTP/1.1\r\nHost: 10.0.0.1:29550\r\nUser-Agent: probe/1.0 and m'),
    ];
    expect(bytes).toHaveLength(70);
    const value = bytes.reduceRight((sum, byte) => sum * 256n + BigInt(byte), 0n);
    const found = payloadsIn(`RuntimeError: Message from engine with unexpected data parallel rank: ${value}`);
    expect(found).toHaveLength(1);
    expect(found[0]).toMatchObject({ name: 'eng_index', kind: 'http1-request' });
  });
});
