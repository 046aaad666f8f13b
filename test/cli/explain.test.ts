import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { githubLines } from '../../server/src/cli/github';
import { runCli, temporaryFolder, writeCatalog } from '../support/cli';
import { entryWith, template } from '../support/entry';

const folder = temporaryFolder();
const catalog = writeCatalog(folder, [
  entryWith({
    code: 'vllm/test/memory',
    title: 'Memory ran out',
    summary: 'The device has less memory than was asked for.',
    templates: [template('Free memory on device {device} is less than desired')],
    solutions: [{ step: 'Ask for less: `--gpu-memory-utilization 0.8`.' }, { step: 'Stop the other process.' }],
    leadsTo: ['vllm/test/init'],
    samples: [{ text: 'RuntimeError: Free memory on device 0 is less than desired', origin: 'template' }],
  }),
  entryWith({
    code: 'vllm/test/init',
    title: 'The engine core did not start',
    summary: 'The engine ended before it was ready.',
    severity: 'critical',
    role: 'consequence',
    templates: [template('Engine core initialization failed. See root cause above.')],
  }),
  entryWith({
    code: 'vllm/test/rank',
    title: 'A stranger on the port',
    summary: 'A message came from a sender that is no engine.',
    templates: [template('Message from engine with unexpected data parallel rank: {eng_index}')],
  }),
  entryWith({
    code: 'vllm/test/slow',
    title: 'Slow start',
    summary: 'Start-up takes long.',
    severity: 'info',
    exception: null,
    role: 'advice',
    templates: [template('Waiting for the engines to become ready', { kind: 'log', level: 'INFO' })],
  }),
  entryWith({ code: 'ray/test/group', project: 'ray', templates: [template('The placement group has no more nodes')] }),
]);

const memory =
  '(EngineCore_DP0 pid=7) ERROR 07-28 08:14:55 [core.py:935] RuntimeError: Free memory on device cuda:0 is less than desired\n';
const init = '(APIServer pid=1) RuntimeError: Engine core initialization failed. See root cause above.\n';
const noise = 'INFO 07-28 08:14:50 [model.py:629] Resolved architecture: Qwen3ForCausalLM\n';

function explain(log: string, ...args: string[]) {
  return runCli(['explain', '--catalog', catalog, ...args], { stdin: log });
}

describe('explain', () => {
  it('tells the first cause first, with its place, its fix and what followed', async () => {
    const { status, out } = await explain(noise + memory + memory + noise + init);
    expect(status).toBe(0);
    expect(
      out,
    ).toBe(`2 known errors, seen 3 times, in ${(noise + memory + memory + noise + init).length} B of standard input

CAUSE  The device has less memory than was asked for.
  RuntimeError: Free memory on device cuda:0 is less than desired
  lines 2 to 3 (07-28 08:14:55) · 2 times · in EngineCore_DP0 pid=7
  from start in a.py:1

  What to do
  1. Ask for less: \`--gpu-memory-utilization 0.8\`.
  2. Stop the other process.

  What followed from it
  - The engine ended before it was ready.
    line 5 · in APIServer pid=1
    error-lookup show vllm/test/init

  Read on: error-lookup show vllm/test/memory
`);
  });

  it('says when the log does not contain the cause', async () => {
    const { out } = await explain(noise + init);
    expect(out).toContain('CONSEQUENCE  The engine ended before it was ready.');
    expect(out.replace(/\s+/g, ' ')).toContain('not among the known errors of this log. Read upwards from line 2');
  });

  it('explains the payload in a captured value', async () => {
    const identity =
      '1686319630778293995078299103167563579499603905256250717064909206856998694298046203802202091868134188419865871146820170319286026737070985330274755728732960911242422067284';
    const { out } = await explain(
      `RuntimeError: Message from engine with unexpected data parallel rank: ${identity}\n`,
    );
    expect(out.replace(/\s+/g, ' ')).toContain('eng_index is: HTTP request GET /metrics');
    expect(out).toContain('vm_promscr');
    expect(out).toContain('172.26.43.196:13345');
  });

  it('shows nothing where nothing fits', async () => {
    const { status, out } = await explain(noise);
    expect(status).toBe(0);
    expect(out).toBe('No known error in 75 B; --level info looks at mild messages too.\n');
    expect((await explain('')).out).toBe('The log is empty.\n');
  });

  it('says with --why what was tried', async () => {
    const { out } = await explain(noise, '--why');
    expect(out).toContain('line 1: looked up after removing');
    expect(out).toContain('"Resolved architecture: Qwen3ForCausalLM"');
  });

  it('says with --why what a match rests on', async () => {
    const { out } = await explain(memory, '--why');
    expect(out).toContain('Why this error');
    expect(out.replace(/\s+/g, ' ')).toContain('template: "Free memory on device {device} is less than desired"');
  });

  it('reports milder levels when asked', async () => {
    const mild = 'INFO 07-28 08:14:50 [utils.py:1] Waiting for the engines to become ready\n';
    expect((await explain(mild)).out).toContain('No known error');
    expect((await explain(mild, '--level', 'info')).out).toContain('ADVICE  Start-up takes long.');
  });

  it('keeps to one project', async () => {
    expect((await explain(memory, '--project', 'ray')).out).toContain('No known error');
    expect((await explain(memory, '--project', 'vllm')).out).toContain('less memory than was asked for');
  });

  it('prints one line an error with --summary', async () => {
    const { out } = await explain(memory + memory + init, '--summary');
    expect(out).toBe(`    2×  vllm/test/memory  Memory ran out  (first line 1)
    1×    └ vllm/test/init  The engine core did not start  (first line 3)
`);
  });

  it('prints SARIF with --sarif: a rule and a result an error, causes first', async () => {
    const path = join(folder, 'a log, 1%.log');
    writeFileSync(path, noise + memory + memory + init);
    const { out, status } = await explain('', path, '--sarif');
    expect(status).toBe(0);
    const { version, runs } = JSON.parse(out);
    expect([version, runs.length, runs[0].tool.driver.name]).toEqual(['2.1.0', 1, 'Error Lookup']);
    const [{ tool, results }] = runs;
    expect(tool.driver.rules.map((rule: { id: string }) => rule.id)).toEqual(['vllm/test/memory', 'vllm/test/init']);
    const place = (startLine: number) => ({
      physicalLocation: {
        artifactLocation: { uri: `file://${encodeURI(folder)}/a%20log%2C%201%25.log` },
        region: { startLine },
      },
    });
    expect(results[0]).toEqual({
      ruleId: 'vllm/test/memory',
      ruleIndex: 0,
      level: 'error',
      message: {
        text:
          'Memory ran out\nThe device has less memory than was asked for.\n' +
          'First thing to do: Ask for less: `--gpu-memory-utilization 0.8`.\nSeen 2 times, last in line 3.\n' +
          'The line says: RuntimeError: Free memory on device cuda:0 is less than desired',
      },
      locations: [place(2)],
      relatedLocations: [{ id: 1, ...place(3) }],
      occurrenceCount: 2,
      partialFingerprints: { 'errorAndLog/v1': `vllm/test/memory ${path}` },
    });
    expect(results[1].message.text).toContain('It follows from: Memory ran out.');
    expect(JSON.parse((await explain(noise, '--sarif')).out).runs[0].results).toEqual([]);
  });

  it('prints annotations with --github, escaped as Actions reads them', async () => {
    const path = join(folder, 'a,b:1%.log');
    writeFileSync(path, memory);
    const file = `${folder}/a%2Cb%3A1%25.log`;
    expect((await explain('', path, '--github')).out).toBe(
      `::error file=${file},line=1,title=Memory ran out::The device has less memory than was asked for.%0A` +
        'First thing to do: Ask for less: `--gpu-memory-utilization 0.8`.%0A' +
        'The line says: RuntimeError: Free memory on device cuda:0 is less than desired%0A' +
        'error-lookup show vllm/test/memory\n',
    );
    expect((await explain(memory, '--github')).out).toMatch(/^::error title=Memory ran out::Line 1\. The device/);
    expect((await explain(noise, '--github')).out).toBe('');
  });

  it('names in the tenth annotation what is more than GitHub shows', () => {
    const one = {
      code: 'a/b/c',
      title: 'One',
      project: 'a',
      text: 'It is.',
      count: 1,
      log: 'x.log',
      lastLine: 1,
      summary: '',
    };
    const many = Array.from({ length: 12 }, (_, i) => ({ ...one, level: 'error' as const, line: i + 1 }));
    const lines = githubLines([...many, { ...one, level: 'note', line: 99 }]);
    expect(lines).toHaveLength(11);
    expect(lines[9]).toBe('::error title=3 more known errors::One (x.log:10)%0AOne (x.log:11)%0AOne (x.log:12)');
    expect(lines[10]).toContain('::notice file=x.log,line=99,');
    expect(githubLines(many.slice(0, 10))).toHaveLength(10);
  });

  it.each([
    [['--json', '--summary'], 'choose --json or --summary, not both'],
    [['--sarif', '--github'], 'choose --sarif or --github, not both'],
    [['--follow', '--sarif', 'a.log'], '--sarif wants the whole log, and --follow has none'],
  ])('refuses %j', async (args, reason) => {
    const { status, err } = await explain('', ...args);
    expect([status, err]).toEqual([2, `error-lookup: explain: ${reason}\n`]);
  });

  it('names the log of each place where there are several', async () => {
    writeFileSync(join(folder, 'worker.log'), memory);
    writeFileSync(join(folder, 'server.log'), init);
    const { out } = await explain('', join(folder, 'server.log'), join(folder, 'worker.log'));
    expect(out).toContain(`line 1 of ${join(folder, 'worker.log')}`);
    expect(out.indexOf('CAUSE')).toBeLessThan(out.indexOf('What followed from it'));
  });

  it('fails on request where something bad was found', async () => {
    expect((await explain(memory, '--fail-on', 'error')).status).toBe(1);
    expect((await explain(memory, '--fail-on', 'critical')).status).toBe(0);
    expect((await explain(noise, '--fail-on', 'error')).status).toBe(0);
    expect((await explain(memory)).status).toBe(0);
  });

  it('colours only for a person', async () => {
    const coloured = await runCli(['explain', '--catalog', catalog], { stdin: memory, tty: true });
    expect(coloured.out).toContain('\x1b[');
    const refused = await runCli(['explain', '--catalog', catalog], {
      stdin: memory,
      tty: true,
      env: { NO_COLOR: '1' },
    });
    expect(refused.out).not.toContain('\x1b[');
    expect((await explain(memory)).out).not.toContain('\x1b[');
  });

  it('passes no control characters of a log on to the terminal', async () => {
    const { out } = await explain(
      'RuntimeError: Free memory on device cu\x1b]0;own\x07da\x1b[2J:0 is less than desired\n',
    );
    expect(out).toContain('Free memory on device');
    expect([...out].filter((char) => char < ' ' && char !== '\n')).toEqual([]);
  });

  it('passes none of a decoded payload on either', async () => {
    const { out } = await explain(
      "RuntimeError: Free memory on device b'GET /\\x1b]0;own\\x07 HTTP/1.1\\r\\nHost: a\\r\\n\\r\\n' is less than desired\n",
    );
    expect(out).toContain('device is: ');
    expect([...out].filter((char) => char < ' ' && char !== '\n')).toEqual([]);
  });

  it('keeps what was found when the user stops it', async () => {
    const { status, out, err } = await runCli(['explain', '--catalog', catalog], {
      stdin: [memory, noise, init],
      stopAfter: 2,
    });
    expect(status).toBe(0);
    expect(err).toContain('stopped after');
    expect(out).toContain('CAUSE  The device has less memory');
    expect(out).not.toContain('The engine ended');
  });

  it('shows progress on a terminal for what takes long, and removes it', async () => {
    const { err } = await runCli(['explain', '--catalog', catalog], {
      stdin: [noise, memory, noise],
      tty: true,
      tick: 1500,
      env: { NO_COLOR: '1' },
    });
    expect(err).toContain('\r\x1b[K75 B, 50 B/s, 0 errors so far');
    expect(err.endsWith('\r\x1b[K')).toBe(true);
  });

  it('finds what chunks cut in two', async () => {
    const whole = new TextEncoder().encode(noise + memory + init);
    const bytes = [...whole].map((byte) => Uint8Array.of(byte));
    const { out } = await runCli(['explain', '--catalog', catalog], { stdin: bytes });
    expect(out).toBe((await explain(noise + memory + init)).out);
  });
});

describe('explain --json', () => {
  it('gives a match a line with its incident, both ways', async () => {
    const { out } = await explain(noise + memory + noise + init, '--json');
    const [cause, consequence, ...more] = out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(more).toEqual([]);
    expect(cause).toMatchObject({
      line: 1,
      code: 'vllm/test/memory',
      log: '-',
      byteOffset: noise.length,
      captures: { device: 'cuda:0' },
      role: 'cause',
      causedBy: [],
      causeOf: [consequence.group],
    });
    expect(consequence).toMatchObject({
      line: 3,
      code: 'vllm/test/init',
      byteOffset: (noise + memory + noise).length,
      role: 'consequence',
      causedBy: [cause.group],
      causeOf: [],
    });
  });

  it('writes nothing where nothing fits', async () => {
    expect((await explain(noise, '--json')).out).toBe('');
  });

  it('leaves out what is ignored, by its code or by a list', async () => {
    const list = join(folder, 'ignore');
    writeFileSync(list, '# noisy\nvllm/test/memory\n');
    for (const args of [
      ['--ignore', 'vllm/test/memory'],
      ['--ignore-file', list],
    ]) {
      const { out } = await explain(memory + init, '--summary', ...args);
      expect(out).toContain('vllm/test/init');
      expect(out).not.toContain('vllm/test/memory');
    }
  });

  it.each([
    [['--ignore', 'memory'], '--ignore wants the code of an error, not "memory"'],
    [['--ignore-file', '/no/such'], 'cannot read the list of ignored errors /no/such: there is no such file'],
  ])('refuses %j', async (args, reason) => {
    const { status, err } = await explain(init, ...args);
    expect([status, err]).toEqual([2, `error-lookup: ${reason}\n`]);
  });
});
