/**
 * The loops of vLLM that one bad message can end, the shapes where dropping one is wrong, and loops that do it right:
 * for each, all that is offered. A fix that is not named has nothing to say there.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Finding } from '../../server/src/core/fix/finding';
import { applyEdits, createFixer } from '../../server/src/core/fix/fixer';
import { languageIdOf } from '../../server/src/core/source/languageIds';
import { loadParsers } from '../../server/src/node/parsers';

const parse = await loadParsers();
const fixer = createFixer(parse);

const folder = 'test/fix/shapes';

function findings(name: string, text: string): Finding[] {
  return fixer.find({ path: name, language: languageIdOf(name) ?? '', text });
}

/** The shape, and what is offered there in source order. */
type Row = readonly [string, readonly string[]];

const drop = 'drop-malformed-message';

const loops: readonly Row[] = [
  // The raises of the handler point back to the loop.
  ['loop01.py', [`safe ${drop}`, `display-only ${drop}`, `display-only ${drop}`]],
  ['loop02.py', [`safe ${drop}`]],
  ['loop03.py', [`safe ${drop}`]],
  ['loop04.py', ['safe check-identity-width', `display-only ${drop}`]],
  ['loop05.py', [`display-only ${drop}`, 'unsafe check-frame-count']],
  ['loop06.py', [`display-only ${drop}`, 'unsafe check-frame-count']],
  ['loop07.py', [`display-only ${drop}`]],
  ['loop08.py', [`display-only ${drop}`]],
  ['loop09.py', [`display-only ${drop}`, `display-only ${drop}`, 'unsafe guard-msgpack-decode']],
  ['loop10.py', [`display-only ${drop}`]],
  ['loop11.py', [`unsafe ${drop}`, `unsafe ${drop}`]],
  ['loop12.py', [`display-only ${drop}`]],
  ['loop13.py', []],
  ['loop14.py', ['unsafe zap-domain', `unsafe ${drop}`, 'unsafe log-exception']],
  ['loop15.py', [`unsafe ${drop}`, 'unsafe log-exception', 'unsafe receive-timeout']],
  ['loop16.py', [`display-only ${drop}`]],
  ['loop17.py', []],
  ['loop18.py', []],
  ['loop19.py', [`safe ${drop}`, 'unsafe zap-domain']],
  ['loop20.py', [`unsafe ${drop}`]],
  ['loop21.rs', [`display-only ${drop}`]],
  ['loop22.rs', []],
  ['loop23.rs', [`unsafe ${drop}`]],
];

const wrong: readonly Row[] = [
  ['wrong01.py', []],
  [
    'wrong02.py',
    [
      'unsafe receive-timeout',
      `display-only ${drop}`,
      'unsafe check-frame-count',
      `display-only ${drop}`,
      'unsafe keep-cause',
      'unsafe receive-timeout',
      `display-only ${drop}`,
      'unsafe check-frame-count',
      'unsafe receive-timeout',
    ],
  ],
  ['wrong03.py', ['unsafe check-frame-count', `display-only ${drop}`]],
  ['wrong04.py', ['unsafe check-frame-count', `display-only ${drop}`, 'unsafe keep-cause']],
  ['wrong05.py', [`display-only ${drop}`, `display-only ${drop}`]],
  ['wrong06.py', [`display-only ${drop}`, 'unsafe check-frame-count']],
  ['wrong07.py', [`display-only ${drop}`, 'unsafe keep-cause']],
  ['wrong08.py', [`display-only ${drop}`]],
  ['wrong09.py', [`display-only ${drop}`, 'unsafe check-frame-count']],
  ['wrong10.py', [`display-only ${drop}`, 'unsafe check-frame-count']],
  ['wrong11.py', []],
  ['wrong12.py', [`display-only ${drop}`, 'unsafe check-frame-count']],
  // The change answers each message that it drops.
  ['wrong13.py', [`unsafe ${drop}`]],
  ['wrong14.py', [`display-only ${drop}`, 'display-only unpickle-untrusted']],
];

const right: readonly Row[] = [1, 2, 3, 4, 5, 6, 7].map((number) => [`right0${number}.py`, []]);

describe.each([
  ['a loop that one message can end', loops],
  ['a shape where dropping is wrong', wrong],
  ['a loop that does it right', right],
] as const)('%s', (_kind, rows) => {
  it.each(rows)('%s', (name, expected) => {
    const text = readFileSync(`${folder}/${name}`, 'utf8');
    const found = findings(name, text);
    expect(found.map(({ fix, applicability }) => `${applicability} ${fix}`)).toEqual(expected);
    for (const finding of found.filter(({ edits }) => edits.length > 0)) {
      const result = applyEdits(text, finding.edits);
      expect(hasSyntaxError(name, result)).toBe(false);
      const again = findings(name, result).filter(({ fix, edits }) => fix === finding.fix && edits.length > 0);
      expect(again.length).toBe(found.filter(({ fix, edits }) => fix === finding.fix && edits.length > 0).length - 1);
    }
  });
});

it.each([...wrong, ...right])('nothing is safe in %s', (_name, expected) => {
  expect(expected.filter((row) => row.startsWith('safe'))).toEqual([]);
});

it.each(wrong)('where a peer waits or others follow, no message of %s is dropped unless it is answered', (name) => {
  const text = readFileSync(`${folder}/${name}`, 'utf8');
  for (const { edits } of findings(name, text)) {
    const written = edits.map(({ newText }) => newText).join('');
    // The start-up may drop what cannot be of an engine: another number of frames.
    if (written.includes('Dropped a message of')) expect(name).toBe('wrong04.py');
    if (written.includes('except Exception')) expect(written).toContain('.send(b"")');
  }
});

it('every shape has its row', () => {
  const named = [...loops, ...wrong, ...right].map(([name]) => name);
  expect(readdirSync(folder).sort()).toEqual([...named].sort());
});

function hasSyntaxError(name: string, text: string): boolean {
  const tree = parse(languageIdOf(name) ?? '', text);
  const broken = tree?.rootNode.hasError ?? true;
  tree?.delete();
  return broken;
}
