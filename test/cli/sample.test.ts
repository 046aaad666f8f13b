import { describe, expect, it } from 'vitest';
import { runCli } from '../support/cli';

const log = 'test/corpus/startup-failure.log';

describe('the sample log with the bundled catalog', () => {
  it('is explained: the stranger first, what its bytes are, what to do, what followed', async () => {
    const { status, out } = await runCli(['explain', log, '--catalog', 'data']);
    const text = out.replace(/\s+/g, ' ');
    expect(status).toBe(0);
    expect(text).toContain('4 known errors, seen 7 times');
    const inOrder = [
      'CAUSE ',
      'RuntimeError: Message from engine with unexpected data parallel rank: 16863196',
      'line 42',
      'wait_for_engine_startup in vllm/v1/engine/utils.py:1265',
      'eng_index is: HTTP request GET /metrics',
      '172.26.43.196:13345',
      'What to do 1. ',
      'What followed from it',
      'EngineCore_DP2 pid=88, EngineCore_DP3 pid=89',
      'error-lookup show vllm/dp-handshake/front-end-timeout',
      'Read on: error-lookup show vllm/dp-handshake/unexpected-data-parallel-rank',
    ];
    let at = 0;
    for (const part of inOrder) {
      const found = text.indexOf(part, at);
      expect(found, `${part} after position ${at}`).toBeGreaterThanOrEqual(0);
      at = found;
    }
    // Everything else follows from the stranger.
    expect(text.match(/CAUSE |CONSEQUENCE |ERROR {2}/g)).toEqual(['CAUSE ']);
  });

  it('keeps to 100 columns, but for code that people copy', async () => {
    const { out } = await runCli(['explain', log, '--catalog', 'data']);
    const tooLong = out.split('\n').filter((line) => line.length > 100 && !line.startsWith('      '));
    expect(tooLong).toEqual([]);
  });

  it('is one chain in JSON', async () => {
    const { out } = await runCli(['explain', log, '--catalog', 'data', '--json']);
    const matches = out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    const [cause, ...consequences] = matches;
    expect(cause).toMatchObject({ line: 41, code: 'vllm/dp-handshake/unexpected-data-parallel-rank', causedBy: [] });
    expect(consequences).toHaveLength(6);
    for (const { causedBy } of consequences) expect(causedBy).toEqual([cause.group]);
    expect([...new Set(consequences.map(({ group }) => group))].sort()).toEqual([...cause.causeOf].sort());
  });
});

describe('the bundled catalog', () => {
  it('is proved: links, texts, every sample and every negative', async () => {
    const { status, out } = await runCli(['check', '--catalog', 'data']);
    expect(out).toMatch(/^\d+ entries, 0 faults\n$/);
    expect(status).toBe(0);
  });
});
