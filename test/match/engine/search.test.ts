import { describe, expect, it } from 'vitest';
import { encode } from '../../../server/src/core/match/bytes';
import { buildIndex, type IndexedWording } from '../../../server/src/core/match/engine/build';
import { decodeIndex, encodeIndex } from '../../../server/src/core/match/engine/layout';
import { CandidateIndex, type SearchRange } from '../../../server/src/core/match/engine/search';
import { chooseWindows, countGrams, isSearchable } from '../../../server/src/core/match/engine/windows';

const words = [
  'engine',
  'worker',
  'failed',
  'to',
  'load',
  'the',
  'model',
  'rank',
  'of',
  'cache',
  "'x'",
  '`dtype`',
  'KV',
  'äö',
];

/** Numbers from 0 to 1 that are the same on every run. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

function sentence(next: () => number, length: number): string {
  return Array.from({ length }, () => words[Math.floor(next() * words.length)]).join(' ');
}

/** An index over templates that are given by their literals, with a hole between two. */
function indexOf(templates: readonly (readonly Uint8Array[])[]): CandidateIndex {
  return new CandidateIndex(buildIndex(templates.map(wordingOf)));
}

function wordingOf(literals: readonly Uint8Array[], number: number): IndexedWording {
  const holes = [false, ...literals.slice(1).map(() => true), false];
  return { literals, holes, beside: [], sites: [number], loud: false, mild: false };
}

function wholeOf({ length }: Uint8Array): SearchRange {
  return { start: 0, end: length, limit: length };
}

/** Literals of many templates, and a text that holds each template whole, with values between its literals. */
function planted(seed: number) {
  const next = seeded(seed);
  const templates = Array.from({ length: 400 }, () =>
    Array.from({ length: 1 + Math.floor(next() * 3) }, () => `${sentence(next, 2 + Math.floor(next() * 5))} `),
  );
  const lines: string[] = [];
  const lineOf = new Map<number, number>();
  templates.forEach((literals, number) => {
    for (let noise = 0; noise < 3; noise++) lines.push(sentence(next, 12));
    lineOf.set(number, lines.length);
    lines.push(`ERROR ${literals.join(`${Math.floor(next() * 1000)} `)}`);
  });
  return { templates: templates.map((literals) => literals.map(encode)), lines, lineOf };
}

describe('the search for candidates', () => {
  it.each([1, 2, 3])('hits every template that stands whole in a line (seed %i)', (seed) => {
    const { templates, lines, lineOf } = planted(seed);
    const starts: number[] = [];
    let at = 0;
    for (const line of lines) {
      starts.push(at);
      at += encode(line).length + 1;
    }
    const bytes = encode(lines.join('\n'));
    const hits = indexOf(templates).search(bytes, wholeOf(bytes));
    const missed = [...lineOf].filter(([template, line]) => {
      if (!isSearchable(templates[template] ?? [])) return false;
      const [start = 0, end = bytes.length] = [starts[line], starts[line + 1]];
      return !hits.some((hit) => hit.template === template && hit.position >= start && hit.position < end);
    });
    expect(missed).toEqual([]);
  });

  it('gives hits in order, inside the range asked for', () => {
    const { templates, lines } = planted(4);
    const bytes = encode(lines.join('\n'));
    const index = indexOf(templates);
    const all = index.search(bytes, wholeOf(bytes)).map(({ position }) => position);
    expect(all).toEqual([...all].sort((a, b) => a - b));
    const [from, to] = [bytes.length >> 2, bytes.length >> 1];
    expect(
      index
        .search(bytes, { start: from, end: to, limit: bytes.length })
        .every(({ position }) => position >= from && position < to),
    ).toBe(true);
  });

  it.each([
    ['is escaped', 'the model has no \\"x\\" since it is gone', true],
    ['is coloured', '\u001b[1mthe model has no \u001b[0m"x" since it is gone', true],
    ['is wrapped', 'the model has no "x"\nsince it is gone', true],
    ['has an entity', 'the model has no &quot;x&quot; since it is gone', true],
    ['is cut', 'the model has no "x...', true],
    ['has other white space', 'the  model has no\t"x" since it is gone', true],
    ['goes on otherwise', 'the model has no "y" and more', false],
    ['begins otherwise', 'her model has no "z" but it was gone', false],
  ])('allows for a text that %s', (_, text, expected) => {
    const bytes = encode(text);
    expect(indexOf([[encode('the model has no "x" since it is gone')]]).search(bytes, wholeOf(bytes)).length > 0).toBe(
      expected,
    );
  });

  it('looks for windows that share no byte, the first one near the front', () => {
    const literals = [encode('Message from engine with unexpected data parallel rank: '), encode(' of all ranks')];
    const windows = chooseWindows(literals, countGrams([literals]));
    expect(windows).toHaveLength(3);
    expect(windows[0]).toMatchObject({ literal: 0, kind: 0 });
    const taken = windows.flatMap(({ literal, start }) =>
      Array.from({ length: 11 }, (_, i) => `${literal} ${start + i}`),
    );
    expect(new Set(taken).size).toBe(33);
    expect(chooseWindows([encode('a')], countGrams([]))).toEqual([]);
  });

  it.each([
    ['of eleven bytes', 'rank is none'],
    ['of eight bytes', 'no ranks'],
    ['of seven bytes', 'no rank'],
  ])('finds a text %s wherever it lies in a word', (_, text) => {
    const index = indexOf([[encode(text)], [encode(`${text}!`)]]);
    for (let before = 0; before < 9; before++) {
      const bytes = encode(`${'-'.repeat(before)} ${text}`);
      expect(index.search(bytes, wholeOf(bytes))).toEqual([
        { position: before + 1, template: 0, begins: true, joined: false, vain: false, first: text.charCodeAt(0) },
      ]);
    }
  });

  it('finds what lies across the border of two blocks', () => {
    const index = indexOf([[encode('the rank of the worker is not known')]]);
    for (const before of [65510, 65520, 65525, 65531, 65535, 65536]) {
      const bytes = encode(`${'x'.repeat(before)} the rank of the worker is not known`);
      expect(index.search(bytes, wholeOf(bytes))).not.toEqual([]);
    }
  });

  it('finds each of many texts that share a piece', () => {
    const tails = ['north', 'south', 'east', 'west'];
    const index = indexOf(tails.map((tail) => [encode(`the worker went ${tail}`)]));
    const bytes = encode('the worker went west');
    expect(new Set(index.search(bytes, wholeOf(bytes)).map(({ template }) => template))).toEqual(new Set([3]));
  });
});

describe('an index as bytes', () => {
  const { templates, lines } = planted(5);
  const bytes = encode(lines.join('\n'));
  const packed = encodeIndex(buildIndex(templates.map(wordingOf)));

  it('finds what the index in memory finds', () => {
    const data = decodeIndex(packed);
    if (!data) throw new Error('the index cannot be read');
    const read = new CandidateIndex(data);
    expect(read.search(bytes, wholeOf(bytes))).toEqual(indexOf(templates).search(bytes, wholeOf(bytes)));
    expect([read.count, [...read.sitesOf(7)], read.isLoud(7)]).toEqual([400, [7], false]);
  });

  it('is read from any place in memory', () => {
    const shifted = new Uint8Array(packed.length + 1);
    shifted.set(packed, 1);
    expect(decodeIndex(shifted.subarray(1))).toEqual(decodeIndex(packed));
  });

  it.each<[what: string, bytes: Uint8Array]>([
    ['nothing', new Uint8Array()],
    ['another format', Uint8Array.from(packed, (byte, i) => (i === 0 ? 99 : byte))],
    ['half an index', packed.slice(0, packed.length >> 1)],
  ])('is not taken from %s', (_, given) => {
    expect(decodeIndex(given)).toBeUndefined();
  });
});
