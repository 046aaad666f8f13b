import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { ReadSource } from '../../server/src/core/catalog/checkSource';
import { mergeProofs, prove, staleness, writeProofs } from '../../server/src/core/catalog/proof';
import { digestOf } from '../../server/src/node/proofFile';
import { type EntryInput, entryWith } from '../support/entry';

const commit = '9'.repeat(40);
const lines = ['def start():', '    check()', '    raise RuntimeError(text)', ''];
const read: ReadSource = (path) => (path === 'a.py' ? { lines, view: undefined } : undefined);

function sha(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12);
}

const entry = (fields: Partial<EntryInput> = {}) =>
  entryWith({
    evidence: [
      { claim: 'one', file: 'a.py', symbol: 'start', line: 2, endLine: 3 },
      { claim: 'two', file: 'a.py', symbol: 'start', line: 1, endLine: 1 },
    ],
    ...fields,
  });

describe('a proof', () => {
  const proof = prove(entry(), 'the file', commit, read, digestOf);

  it('has the entry, the commit and each cited span once, sorted', () => {
    expect(proof).toEqual({
      code: 'vllm/test/one',
      entry: sha('the file'),
      commit,
      spans: { 'a.py:1': sha('def start():'), 'a.py:2-3': sha('    check()\n    raise RuntimeError(text)') },
    });
    expect(Object.keys(proof.spans)).toEqual(['a.py:1', 'a.py:2-3']);
  });

  it.each<[what: string, reason: string | undefined, ...rest: Parameters<typeof staleness>]>([
    ['as it was', undefined, entry(), 'the file', commit, proof, digestOf],
    ['never proved', 'it was never proved', entry(), 'the file', commit, undefined, digestOf],
    ['changed', 'it changed after its last proof', entry(), 'the file, changed', commit, proof, digestOf],
    [
      'at a new pin',
      `it was proved at ${commit}, which is not the pinned commit`,
      entry(),
      'the file',
      '8'.repeat(40),
      proof,
      digestOf,
    ],
    [
      'with a claim that the proof lacks',
      'a.py:3 was not proved',
      entry({ evidence: [{ claim: 'one', file: 'a.py', symbol: 'start', line: 3 }] }),
      'the file',
      commit,
      proof,
      digestOf,
    ],
  ])('is compared with the entry: %s', (_, reason, ...given) => {
    expect(staleness(...given)).toBe(reason);
  });

  it('is not asked for where an entry cites pages alone', () => {
    const page = 'https://docs.python.org/3/library/errno.html';
    const cited = entry({
      templates: [
        { text: 'Something of one engine failed', kind: 'raise', sites: [{ file: page, function: 'EIO', line: 1 }] },
      ],
      evidence: [{ claim: 'one', file: page, symbol: 'EIO', line: 1 }],
    });
    expect(staleness(cited, 'the file', commit, undefined, digestOf)).toBeUndefined();
    const proof = prove(cited, 'the file', commit, read, digestOf);
    expect(proof).toMatchObject({ spans: {}, pages: [`${page}:1`] });
  });

  it('says nothing of pages where none is cited, and nothing of lines of another version', () => {
    const sites = [{ file: 'a.py', function: 'start', line: 4 }];
    const earlier = entry({
      templates: [{ text: 'Something of one engine failed', kind: 'raise', last: 'v0.1.0', sites }],
    });
    expect(prove(earlier, 'the file', commit, read, digestOf)).toEqual(proof);
    expect('pages' in proof).toBe(false);
  });

  it('stands on one line of a sorted file, in place of an older one; those of entries that are gone or prove nothing leave', () => {
    const named = (code: string, text = '') => prove(entry({ code }), text, commit, read, digestOf);
    const [a, b, c] = ['vllm/a/a', 'vllm/b/b', 'vllm/c/c'].map((code) => named(code));
    const known = [a, c].flatMap((it) => it ?? []);
    const renewed = named('vllm/a/a', 'new');
    const merged = mergeProofs(
      [...known, { code: 'vllm/d/d', entry: digestOf(''), commit, spans: {}, pages: ['https://a.example/b:1'] }],
      [b, renewed].flatMap((it) => it ?? []),
      new Set(['vllm/a/a', 'vllm/b/b', 'vllm/d/d']),
    );
    expect(merged).toEqual([renewed, b]);
    expect(writeProofs(merged)).toBe(`${JSON.stringify(renewed)}\n${JSON.stringify(b)}\n`);
  });
});
