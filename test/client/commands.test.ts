import { describe, expect, it } from 'vitest';
import { readCode, readPlace } from '../../client/src/commands/arguments';
import { preview } from '../../client/src/commands/preview';
import { type SetupFacts, type SetupL10n, setupReport } from '../../client/src/commands/setupReport';
import { texts } from '../support/manifest';

describe('readCode', () => {
  it.each([
    ['vllm/moriio/unexpected-frame', true],
    ['my-project/area/v1.2', true],
    ['vllm', false],
    ['', false],
    ['a/b c', false],
    ['a/b](command:x)', false],
    [`a/${'b'.repeat(300)}`, false],
    [7, false],
    [undefined, false],
    [['a/b/c'], false],
  ])('of %j: %s', (value, isCode) => {
    expect(readCode(value)).toBe(isCode ? value : undefined);
  });
});

describe('readPlace', () => {
  const uri = 'file:///a.log';

  it.each([
    [
      { uri, line: 0 },
      { uri, line: 0 },
    ],
    [
      { uri, line: 3, character: 9, extra: true },
      { uri, line: 3, character: 9 },
    ],
    [
      { uri, line: 3, character: -1 },
      { uri, line: 3 },
    ],
    [{ uri, line: 1.5 }, undefined],
    [{ uri, line: '1' }, undefined],
    [{ uri: 7, line: 1 }, undefined],
    [{ line: 1 }, undefined],
    ['file:///a.log', undefined],
    [null, undefined],
  ])('of %j gives %j', (value, expected) => {
    expect(readPlace(value)).toEqual(expected);
  });
});

describe('preview', () => {
  it.each([
    ['short', 'short'],
    ['two\n  lines\t', 'two lines'],
    ['x'.repeat(121), `${'x'.repeat(120)}…`],
    ['x'.repeat(120), 'x'.repeat(120)],
    [`a${' '.repeat(500)}b`, 'a…'],
  ])('of %j is %j', (text, expected) => {
    expect(preview(text)).toBe(expected);
  });
});

describe('setupReport', () => {
  /** Says a text as VS Code does, in a language whose words are given; English where none is. */
  const speaking = (bundle: ReadonlyMap<string, string>): SetupL10n => ({
    t: (text: unknown, ...values: unknown[]) =>
      (bundle.get(String(text)) ?? String(text)).replace(/\{(\d)\}/g, (_, at) => String(values[Number(at)])),
  });
  const english = speaking(new Map());

  const status = {
    version: '1',
    entries: 90,
    sites: 120,
    workspaceEntries: 0,
    workspaceFaults: 0,
    trusted: true,
    workspaceFiles: 7,
    workspaceMessages: 31,
    packages: ['vllm 0.9.2'],
  };
  const fine: SetupFacts = {
    extensionVersion: '0.1.0',
    editorVersion: '1.139.1',
    status,
    hoverEnabled: true,
    trusted: true,
    terminalLinks: true,
    diagnostics: true,
    shellIntegration: true,
  };
  const off = (facts: Partial<SetupFacts>): string[] =>
    setupReport({ ...fine, ...facts }, english)
      .split('\n')
      .filter((line) => line.startsWith('check'));

  it('is Chinese in every line where the editor is', () => {
    const chinese = speaking(texts('l10n/bundle.l10n.zh-cn.json'));
    const worst = { ...fine, hoverEnabled: false, diagnostics: false, terminalLinks: false, trusted: false };
    const reports = [fine, worst, { ...worst, status: undefined, shellIntegration: false }];
    const lines = reports.flatMap((facts) => setupReport(facts, chinese).trim().split(/\n+/));
    expect(lines.filter((line) => !/\p{Script=Han}/u.test(line))).toEqual(
      reports.map(() => 'Error Lookup 0.1.0, VS Code 1.139.1'),
    );
    expect(lines[2]).toMatch(/^正常 {2}服务器已就绪/);
  });

  it('has nothing to check where all is well', () => {
    expect(off({})).toEqual([]);
    expect(setupReport(fine, english)).toContain(
      'ok     The server is ready: 90 explained errors, 120 places in source',
    );
    expect(setupReport(fine, english)).toContain('1 installed packages are indexed, and 31 messages in 7 source files');
    const none = setupReport({ ...fine, status: { ...status, packages: [] } }, english);
    expect(none).toContain('note   No installed packages are indexed (“Index Installed Packages”)');
  });

  it.each<[Partial<SetupFacts>, RegExp]>([
    [{ status: undefined }, /server does not answer/],
    [{ status: { ...status, workspaceFaults: 2 } }, /2 faults in .error-lookup files/],
    [{ hoverEnabled: false }, /editor\.hover\.enabled/],
    [{ diagnostics: false }, /errorLookup\.diagnostics\.enabled/],
    [{ terminalLinks: false }, /errorLookup\.terminalLinks\.enabled/],
    [{ trusted: false }, /Restricted Mode/],
    [{ shellIntegration: false }, /no shell integration/],
  ])('tells that %j is off', (facts, expected) => {
    const lines = off(facts);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(expected);
  });
});
