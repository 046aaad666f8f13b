/** What the built command line reads of the folder in which it runs, and of installed packages. Built by `npm test`. */
import { type SpawnSyncReturns, spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { temporaryFolder } from '../support/cli';
import { kitchenEntry } from '../support/entry';

function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = temporaryFolder();
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

function run(cwd: string, args: readonly string[], input = '', cache = temporaryFolder()): SpawnSyncReturns<string> {
  const env = { ...process.env, XDG_CACHE_HOME: cache };
  return spawnSync(process.execPath, [resolve('dist/cli.js'), ...args], { cwd, input, env, encoding: 'utf8' });
}

const entry = kitchenEntry();
const fact = { template: 'The oven of {cook} went out in the middle of the night', kind: 'log', level: 'ERROR' };
const row = JSON.stringify({ ...fact, file: 'kitchen/oven.py', function: 'bake', line: 3 });

const wrong = row.replace('3}', '"three"}');

/** Each starts the program anew, which takes a second and, on a busy machine, many. */
const patience = 120_000;

describe('.error-lookup of the folder', { timeout: patience }, () => {
  const folder = folderWith({
    '.error-lookup/soup.yaml': stringify(entry),
    '.error-lookup/facts/kitchen.jsonl': `${row}\n`,
  });

  it('is read by every command that looks something up, which says so', () => {
    const soup = run(folder, ['explain'], 'ERROR The soup is too hot for serving at table 4\n');
    expect(soup.stdout).toContain('The soup has to wait.');
    expect(soup.stdout).toContain(', from your workspace');
    const oven = run(folder, ['annotate'], `${JSON.stringify({ text: fact.template.replace('{cook}', 'Ada') })}\n`);
    expect(JSON.parse(oven.stdout).matches).toMatchObject([{ project: 'kitchen', lineAtRef: 3, origin: 'facts' }]);
    expect(run(folder, ['show', 'kitchen/soup/too-hot']).stdout).toContain('from your workspace');
  });

  it('is not read elsewhere, nor with another catalog', () => {
    const input = 'ERROR The soup is too hot for serving at table 4\n';
    expect(run(temporaryFolder(), ['explain'], input).stdout).not.toContain('The soup has to wait.');
    const named = run(folder, ['explain', '--catalog', '.error-lookup/soup.yaml'], input);
    expect(named.stdout).not.toContain('from your workspace');
  });

  it('is proved by check, with the place of every fault', () => {
    const faulty = folderWith({
      '.error-lookup/soup.yaml': `${stringify(entry)}extra: 1\n`,
      '.error-lookup/facts/kitchen.jsonl': `${row}\n${wrong}\n`,
    });
    const { status, stdout } = run(faulty, ['check', '--catalog', '.error-lookup']);
    expect(status).toBe(1);
    expect(stdout).toContain('.error-lookup/soup.yaml:1:1: Unrecognized key: "extra"');
    expect(stdout).toContain(
      `/.error-lookup/facts/kitchen.jsonl:2:${wrong.indexOf('"three"') + 1}: line: Invalid input`,
    );
    expect(run(faulty, ['explain'], 'no error\n').status).toBe(0);
  });
});

describe('index and explain --installed', { timeout: patience }, () => {
  const site = 'venv/lib/python3.11/site-packages';
  const file = 'vllm/distributed/kv_transfer/kv_connector/v1/moriio/moriio_connector.py';
  const folder = folderWith({
    [`${site}/vllm-0.16.0.dist-info/METADATA`]: 'Name: vllm\nVersion: 0.16.0\n',
    [`${site}/vllm-0.16.0.dist-info/RECORD`]: `${file},,\n`,
    [`${site}/${file}`]:
      'class MoRIIOConnectorWorker:\n    def _moriio_handshake(self):\n        raise HandshakeError(f"Unexpected frame! {received_frame = }")\n',
  });
  const cache = temporaryFolder();
  const input = "HandshakeError: Unexpected frame! received_frame = [b'meta']\n";

  it('name the file and line on this machine, and say when it has changed', () => {
    expect(run(folder, ['explain', '--installed'], input, cache)).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('run error-lookup index FOLDER here'),
    });
    const first = run(folder, ['index', 'venv'], '', cache);
    expect(first.stdout).toBe('vllm 0.16.0: 1 messages in 1 files\n');
    expect(run(folder, ['index', 'venv', '--json'], '', cache).stdout).toBe(
      '{"name":"vllm","version":"0.16.0","files":1,"messages":1,"skipped":0,"cached":true}\n',
    );
    const path = join(folder, site, file);
    const { stdout } = run(folder, ['explain', '--installed'], input, cache);
    expect(stdout.replace(/\n {2}/g, ' ')).toContain(`here: ${path}:3 (vllm 0.16.0)`);
    const json = (): unknown => JSON.parse(run(folder, ['explain', '--installed', '--json'], input, cache).stdout).here;
    const place = { path, line: 3, package: { name: 'vllm', version: '0.16.0' } };
    expect(json()).toEqual([{ ...place, stands: true }]);
    writeFileSync(path, '# another line\n');
    expect(json()).toEqual([{ ...place, stands: false }]);
  });

  it.each<[string, string[], RegExp]>([
    ['a folder', ['index'], /name an environment/],
    ['packages', ['index', '.error-lookup'], /holds no folder of Python packages/],
  ])('want %s', (_what, args, expected) => {
    const { status, stderr } = run(folder, args, '', cache);
    expect(status).toBe(2);
    expect(stderr).toMatch(expected);
  });
});
