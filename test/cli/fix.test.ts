import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { applyEdits } from '../../server/src/core/fix/fixer';
import { runCli as run, temporaryFolder, writeCatalog } from '../support/cli';
import { entryWith, template } from '../support/entry';
import { applied } from '../support/patch';

const folder = temporaryFolder();
const catalog = writeCatalog(folder, [
  entryWith({
    code: 'vllm/test/rank',
    templates: [template('Message from engine with unexpected data parallel rank: {eng_index}')],
  }),
]);
const runCli = (args: readonly string[]) => run([...args, '--catalog', catalog]);
const listener = readFileSync('test/e2e/workspace/listener.py', 'utf8');

function sourceFile(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

describe('fix', () => {
  it('lists findings and writes nothing', async () => {
    const path = sourceFile('a.py', listener);
    const { status, out } = await runCli(['fix', path]);
    expect(status).toBe(0);
    expect(out).toMatch(
      /a\.py:46:9: Check identity width \[check-identity-width, unsafe\]\n {2}Any client .+ Read on: error-lookup show vllm\/test\/rank\n/,
    );
    expect(readFileSync(path, 'utf8')).toBe(listener);
  });

  it('prints findings as JSON whose edits fit the file', async () => {
    const path = sourceFile('b.py', listener);
    const { out } = await runCli(['fix', path, '--json', '--only', 'check-identity-width']);
    const findings = out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(findings).toMatchObject([
      {
        file: path,
        fix: 'check-identity-width',
        line: 45,
        applicability: 'unsafe',
        code: 'vllm/test/rank',
      },
    ]);
    const [{ start, end, edits }] = findings;
    expect(listener.slice(start, end)).toContain('recv_multipart()');
    expect(applyEdits(listener, edits)).toContain('len(frames[0]) != 2');
  });

  it('shows in a diff exactly what it writes', async () => {
    const path = sourceFile('c.py', listener);
    const { out } = await runCli(['fix', path, '--diff']);
    const { out: report } = await runCli(['fix', path, '--write']);
    const written = readFileSync(path, 'utf8');
    expect(report).toMatch(/c\.py: \d+ changes? written\n$/);
    expect(written).not.toBe(listener);
    expect(applied(listener, out)).toBe(written);
  });

  it('changes nothing the second time', async () => {
    const path = sourceFile('d.py', listener);
    await runCli(['fix', path, '--write']);
    const once = readFileSync(path, 'utf8');
    const { out } = await runCli(['fix', path, '--write']);
    expect(out).toBe(`${path}: nothing changed\n`);
    expect(readFileSync(path, 'utf8')).toBe(once);
    expect((await runCli(['fix', path, '--diff'])).out).toBe('');
  });

  it('leaves a file alone that is not UTF-8', async () => {
    const path = join(folder, 'e.py');
    writeFileSync(path, Buffer.from([0x23, 0x20, 0xe9, 0x0a]));
    const { status, err } = await runCli(['fix', path, '--write']);
    expect(status).toBe(2);
    expect(err).toContain('it is not UTF-8');
  });

  it('says where there is nothing to fix', async () => {
    expect((await runCli(['fix', sourceFile('f.py', 'x = 1\n')])).out).toContain('nothing to fix');
    expect((await runCli(['fix', sourceFile('g.py', ''), '--json'])).out).toBe('');
  });
});
