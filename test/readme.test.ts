/** The README's examples are run, and what it says of settings and files is compared with the project. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { catalogStats } from '../server/src/core/catalog/stats';
import { manifest } from './support/manifest';
import { loaded } from './support/wholeCatalog';

const readme = readFileSync('README.md', 'utf8');

/** A shell block, up to the output block that follows it. */
const examples = [...readme.matchAll(/```sh\n(error-lookup [^\n]*)\n```\n\n```text\n([\s\S]*?)```/g)].map(
  ([, command = '', output = '']) => ({ command, lines: output.trim().split('\n') }),
);

/** Runs a documented command with the built command line. */
function run(command: string): string {
  const shell = command.replace(/^error-lookup/, `"${process.execPath}" dist/cli.js`);
  const result = spawnSync('sh', ['-c', shell], { encoding: 'utf8', env: { ...process.env, NO_COLOR: '1' } });
  return result.stdout.replace(/\s+/g, ' ');
}

describe('the README', () => {
  it('has examples of the command line', () => {
    expect(examples.length).toBeGreaterThanOrEqual(3);
  });

  it.each(examples)('shows what "$command" prints', ({ command, lines }) => {
    const output = run(command);
    for (const line of lines) expect(output).toContain(line.trim());
  });

  it('shows what npm start prints', () => {
    const [, shown = ''] = /```text\n(CAUSE[\s\S]*?)```/.exec(readme) ?? [];
    const output = run('error-lookup explain test/corpus/startup-failure.log');
    for (const line of shown.trim().split('\n')) expect(output).toContain(line.trim().replace(/\s+/g, ' '));
  });

  it('counts what the catalog holds', () => {
    const projects = catalogStats(loaded.data);
    const sum = (key: 'entries' | 'messages'): number => projects.reduce((total, project) => total + project[key], 0);
    const [, errors] = /explains ([\d,]+) errors/.exec(readme) ?? [];
    const [, messages, count] = /For ([\d,]+)\s+messages of (\d+) projects/.exec(readme) ?? [];
    expect([errors, messages, count]).toEqual(
      [sum('entries'), sum('messages'), projects.length].map((number) => number.toLocaleString('en')),
    );
  });

  it('lists every setting with its default', () => {
    const rows = [...readme.matchAll(/^\| `(errorLookup\.[\w.]+)` \| `([^`]*)` \|/gm)].map(([, name, value]) => [
      name,
      value,
    ]);
    const settings = Object.entries(manifest.contributes.configuration.properties).map(([name, { default: value }]) => [
      name,
      typeof value === 'string' && value !== '' ? value : JSON.stringify(value),
    ]);
    expect(rows).toEqual(settings);
  });

  it('names only commands of the palette that exist', () => {
    const titles = manifest.contributes.commands.map(({ category, title }) => `${category}: ${title}`);
    const named = [...readme.matchAll(/`Error Lookup: ([^`]+)`/g)].map(([, title]) => `Error Lookup: ${title}`);
    expect(named.length).toBeGreaterThan(0);
    expect(titles).toEqual(expect.arrayContaining(named));
  });

  it('links only to files that exist', () => {
    const targets = [...readme.matchAll(/\]\(((?!https:)[^)#]+)\)/g)].map(([, target = '']) => target);
    expect(targets.filter((target) => !existsSync(target))).toEqual([]);
  });
});
