import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

interface Action {
  readonly title: string;
  readonly disabled?: { readonly reason: string };
  readonly edit?: unknown;
}

/** What neovim.lua writes. */
interface Answers {
  readonly failure?: string;
  readonly hover: { readonly contents: { readonly kind: string; readonly value: string } };
  readonly float: string;
  readonly diagnostics: readonly { readonly line: number; readonly message: string; readonly source: string }[];
  readonly actions: readonly Action[];
  readonly fixed: string;
  readonly manifest: string;
  readonly withheld: readonly Action[];
}

const line =
  "(EngineCore_DP0 pid=2114) ERROR 07-28 08:14:55 [moriio_connector.py:1395] HandshakeError: Unexpected frame! received_frame = [b'meta']";
const summary = 'The port dialled for the MoRIIO handshake answered, but not as a MoRIIO listener does.';

describe.each([
  { name: 'the server bundle', server: ['node', resolve('dist/server.js'), '--stdio'] },
  { name: 'the command line', server: ['node', resolve('dist/cli.js'), 'lsp', '--stdio'] },
])('Neovim with $name', ({ server }) => {
  const folder = mkdtempSync(join(tmpdir(), 'error-lookup-neovim-'));
  let answers: Answers;

  beforeAll(() => {
    cpSync('test/e2e/workspace', folder, { recursive: true });
    writeFileSync(join(folder, 'engine.log'), `INFO start\n${line}\n`);
    answers = askNeovim(server, folder);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('shows the hover on K', () => {
    expect(answers.hover.contents.value).toContain(summary);
    expect(answers.float).toContain(summary);
  });

  it('is given no link to a command, which it has not', () => {
    expect(answers.hover.contents.value).not.toContain('command:');
  });

  it('lists the error as a diagnostic', () => {
    expect(answers.diagnostics).toEqual([{ line: 1, message: expect.any(String), source: 'Error Lookup' }]);
  });

  it('applies the fix', () => {
    expect(answers.actions.map(({ title }) => title)).toContain('Drop malformed message instead of raise');
    expect(answers.fixed).toContain('zmq.ContextTerminated');
    expect(answers.fixed).not.toContain('raise HandshakeError(f"Error processing');
    expect(answers.fixed).toContain('def fetch_metadata(sock: zmq.Socket) -> dict:');
  });

  it('applies the fix of a manifest', () => {
    const before = readFileSync('test/e2e/workspace/pod.yaml', 'utf8');
    expect(answers.manifest).toBe(before.replace('prometheus.io/port: "13345"', 'prometheus.io/port: "8080"'));
  });

  it('is given a fix that would be wrong as disabled, with its reason', () => {
    expect(answers.withheld).toEqual([
      {
        title: 'Drop malformed message instead of raise',
        kind: 'quickfix',
        disabled: { reason: expect.stringContaining('There is no receive loop around this raise') },
      },
    ]);
  });
});

function askNeovim(server: readonly string[], folder: string): Answers {
  const file = join(folder, 'answers.json');
  const script = resolve('test/editors/neovim.lua');
  const args = ['--headless', '-u', 'NONE', '-i', 'NONE', '-n', '-c', `luafile ${script}`];
  const { error, stderr } = spawnSync('nvim', args, {
    cwd: folder,
    env: { ...process.env, SERVER: JSON.stringify(server), ANSWERS: file },
    encoding: 'utf8',
    timeout: 550_000,
  });
  if (error) throw error;
  const answers: Answers = JSON.parse(readFileSync(file, 'utf8'));
  if (answers.failure) throw new Error(`${answers.failure}\n${stderr}`);
  return answers;
}
