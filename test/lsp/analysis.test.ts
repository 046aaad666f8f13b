import { describe, expect, it, vi } from 'vitest';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { bundleOf } from '../../server/src/core/bundle';
import { createErrorLookup } from '../../server/src/core/service';
import { matchesOnLine } from '../../server/src/lsp/analysis';
import { entryWith, template } from '../support/entry';

const options = { level: 'WARNING' } as const;
const error = 'ERROR: RuntimeError: Engine 7 failed to answer the front end';

/** A log whose every `every`th line is an error, and a look at lines of it that counts what is searched. */
function logWith(lineCount: number, every: number) {
  const entry = entryWith({ templates: [template('Engine {i} failed to answer the front end')] });
  const lookup = createErrorLookup({
    bundle: bundleOf({ pins: {}, triggers: {}, entries: [entry] }),
    loadParsers: () => Promise.reject(new Error('no source here')),
  });
  const searched = vi.spyOn(lookup, 'matchText');
  const text = Array.from({ length: lineCount }, (_, i) => (i % every === 0 ? error : 'nothing of note')).join('\n');
  const document = TextDocument.create('file:///a.log', 'log', 1, text);
  const look = (line: number): number =>
    matchesOnLine(lookup, document, document.offsetAt({ line, character: 0 }), options).length;
  return { document, look, searches: () => searched.mock.calls.length };
}

describe('matches around a line', () => {
  it('are searched once for all lines near each other, and not again after a look elsewhere', () => {
    const { look, searches } = logWith(2000, 10);
    expect([look(0), look(1), look(60), look(1500), look(0), look(1510)]).toEqual([1, 0, 1, 1, 1, 1]);
    expect(searches()).toBe(2);
  });

  it('are searched anew after an edit', () => {
    const { document, look, searches } = logWith(100, 10);
    expect(look(10)).toBe(1);
    const start = { line: 10, character: 0 };
    TextDocument.update(document, [{ range: { start, end: { line: 11, character: 0 } }, text: 'mended\n' }], 2);
    expect([look(10), look(20)]).toEqual([0, 1]);
    expect(searches()).toBe(2);
  });

  it('are forgotten where there would be too many, those looked at longest ago first', () => {
    // A window has 365 lines at most, so that twelve of them hold more than 4096 matches.
    const { look, searches } = logWith(6000, 1);
    const places = Array.from({ length: 12 }, (_, i) => 300 + i * 448);
    for (const line of places) expect(look(line)).toBe(1);
    const before = searches();
    expect([look(places.at(-1) ?? 0), searches() - before]).toEqual([1, 0]);
    expect([look(places[0] ?? 0), searches() - before]).toEqual([1, 1]);
  });
});
