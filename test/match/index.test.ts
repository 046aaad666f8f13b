import { describe, expect, it } from 'vitest';
import { encode } from '../../server/src/core/match/bytes';
import { buildIndex } from '../../server/src/core/match/index';
import { choosePieces, isSearchable } from '../../server/src/core/match/pieces';

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
    const hits = buildIndex(templates).search(bytes, 0, bytes.length);
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
    const index = buildIndex(templates);
    const all = index.search(bytes, 0, bytes.length).map(({ position }) => position);
    expect(all).toEqual([...all].sort((a, b) => a - b));
    const [from, to] = [bytes.length >> 2, bytes.length >> 1];
    expect(index.search(bytes, from, to).every(({ position }) => position >= from && position < to)).toBe(true);
  });

  it.each([
    ['is escaped', 'the model \\"x\\" is gone', true],
    ['is coloured', '\u001b[1mthe model \u001b[0m"x" is gone', true],
    ['is wrapped', 'the model "x"\nis gone', true],
    ['has an entity', 'the model &quot;x&quot; is gone', true],
    ['is cut', 'the model "x...', true],
    ['has other white space', 'the  model\t"x" is gone', true],
    ['goes on otherwise', 'the model "y" is here', false],
    ['begins otherwise', 'her model "x" is gone', false],
  ])('allows for a text that %s', (_, text, expected) => {
    const bytes = encode(text);
    expect(buildIndex([[encode('the model "x" is gone')]]).search(bytes, 0, bytes.length).length > 0).toBe(expected);
  });

  it('looks for a piece near the front and one elsewhere', () => {
    const literals = [encode('Message from engine with unexpected data parallel rank: '), encode(' of all ranks')];
    const [front, behind] = choosePieces([literals]);
    expect(front).toMatchObject({ literal: 0, length: 8 });
    expect(behind && front && (behind.literal !== 0 || Math.abs(behind.start - front.start) >= 8)).toBe(true);
    expect(choosePieces([[encode('a')], []])).toEqual([]);
  });
});
