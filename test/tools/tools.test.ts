/** Tools for agents: what they answer carries the exact words and places of the catalog, and nothing where nothing matches. */
import { describe, expect, it } from 'vitest';
import { bundleOf } from '../../server/src/core/bundle';
import { entrySchema } from '../../server/src/core/catalog/entry';
import { createErrorLookup } from '../../server/src/core/service';
import { runTool, tools } from '../../server/src/tools/all';
import { ToolError, type ToolWorld } from '../../server/src/tools/tool';
import { sampleEntry } from '../render/sampleEntry';

const commit = 'a'.repeat(40);
const cause = sampleEntry({
  code: 'demo/area/cause',
  title: 'Peer left',
  leadsTo: ['demo/area/effect'],
  twins: [],
  triggers: [],
});
const causeText = 'the peer of the demo socket has left the building';
const effectText = 'the demo engine could not be started, see root cause above';
const entries = [
  entrySchema.parse({
    ...cause,
    templates: [
      { text: `${causeText}: {why}`, kind: 'raise', sites: [{ file: 'demo/net.py', function: 'run', line: 12 }] },
    ],
    samples: [{ text: `FrameError: ${causeText}: no reply`, origin: 'template' }],
  }),
  entrySchema.parse({
    ...cause,
    code: 'demo/area/effect',
    title: 'Engine did not start',
    role: 'consequence',
    leadsTo: [],
    exception: 'RuntimeError',
    templates: [{ text: effectText, kind: 'raise', sites: [{ file: 'demo/engine.py', function: 'start', line: 40 }] }],
    samples: [{ text: `RuntimeError: ${effectText}`, origin: 'template' }],
  }),
];
const pins = { demo: { repository: 'demo/demo', commit, date: '2026-01-01', licence: 'MIT' } };
const bundle = bundleOf({ pins, triggers: {}, entries });
const lookup = createErrorLookup({ bundle, loadParsers: () => Promise.reject(new Error('no parsers here')) });

const log = `INFO all is well\nFrameError: ${causeText}: 3 tries\nRuntimeError: ${effectText}\n`;
const world: ToolWorld = {
  lookup,
  async *readFile(path) {
    if (path !== '/var/log/demo.log') throw new ToolError(`${path} cannot be read`);
    yield new TextEncoder().encode(log);
  },
};

function run(name: string, input: unknown, where = world): Promise<object> {
  return runTool(name, input, where);
}

describe('lookup_error', () => {
  it('gives the verbatim template, the place, the commit and the matched text', async () => {
    expect(await run('lookup_error', { text: `\nE   FrameError: ${causeText}: 3 tries` })).toMatchObject({
      found: true,
      errors: [
        {
          line: 2,
          matchedText: `${causeText}: 3 tries`,
          template: `${causeText}: {why}`,
          captures: { why: '3 tries' },
          source: {
            file: 'demo/net.py',
            function: 'run',
            line: 12,
            commit,
            url: `https://github.com/demo/demo/blob/${commit}/demo/net.py#L12`,
          },
          explanation: { title: 'Peer left', resource: 'error-lookup://errors/demo/area/cause' },
        },
      ],
      moreErrors: 0,
    });
  });

  it('explains each error once', async () => {
    const text = `FrameError: ${causeText}: 1\nFrameError: ${causeText}: 2\nRuntimeError: ${effectText}`;
    expect(await run('lookup_error', { text })).toMatchObject({
      errors: [
        { code: 'demo/area/cause', line: 1 },
        { code: 'demo/area/effect', line: 3 },
      ],
    });
  });

  it('says that nothing is known where nothing matches', async () => {
    const answer = await run('lookup_error', { text: 'FrameError: something else altogether' });
    expect(answer).toEqual({ found: false, note: expect.stringContaining('do not infer an explanation') });
  });

  it('decodes a value of the message', async () => {
    // "GET /metrics" as the big-endian integer that its bytes are: 0x474554202f6d657472696373.
    const value = 0x474554202f6d657472696373n;
    const text = `FrameError: ${causeText}: ${value}`;
    expect(JSON.stringify(await run('lookup_error', { text }))).toContain('/metrics');
  });
});

describe('decode_payload', () => {
  it('says what the bytes are, and gives them', async () => {
    // {"a": 1}: fixmap of one pair, fixstr of one byte, positive fixint (msgpack, spec.md, formats).
    expect(await run('decode_payload', { text: "b'\\x81\\xa1a\\x01'" })).toMatchObject({
      kind: 'msgpack',
      form: 'python-bytes',
      length: 4,
      hex: '81a16101',
      hexIsCut: false,
    });
  });

  it('cuts long bytes and says so', async () => {
    const answer = await run('decode_payload', { text: `b'${'a'.repeat(5000)}'` });
    expect(answer).toMatchObject({ length: 5000, hex: '61'.repeat(256), hexIsCut: true });
  });

  it('calls plain text plain text', async () => {
    expect(await run('decode_payload', { text: 'hello there' })).toMatchObject({ kind: 'text', form: 'text' });
  });
});

describe('find_root_cause', () => {
  const expected = {
    found: true,
    bytesRead: log.length,
    causes: [
      {
        message: `FrameError: ${causeText}: 3 tries`,
        code: 'demo/area/cause',
        count: 1,
        first: { line: 2 },
        firstCauseIsInLog: true,
        consequences: [{ code: 'demo/area/effect', first: { line: 3 }, linkedBy: 'catalog' }],
      },
    ],
    moreCauses: 0,
  };

  it('reads a file', async () => {
    expect(await run('find_root_cause', { file: '/var/log/demo.log' })).toMatchObject(expected);
  });

  it('reads text', async () => {
    expect(await run('find_root_cause', { text: log })).toMatchObject(expected);
  });

  it('says that the cause is not in the log', async () => {
    const answer = await run('find_root_cause', { text: `RuntimeError: ${effectText}` });
    expect(answer).toMatchObject({
      causes: [{ code: 'demo/area/effect', firstCauseIsInLog: false, note: expect.any(String) }],
    });
  });

  it('finds nothing in a log without known errors', async () => {
    expect(await run('find_root_cause', { text: 'INFO all is well' })).toMatchObject({ found: false, causes: [] });
  });
});

describe('wrong input', () => {
  it.each([
    ['an unknown tool', 'no_tool', {}, 'There is no tool "no_tool"; there are lookup_error, '],
    ['a missing text', 'lookup_error', {}, 'lookup_error: text: '],
    ['no object', 'lookup_error', null, 'lookup_error: input: '],
    ['a wrong hint', 'decode_payload', { text: 'x', hint: 'soup' }, 'decode_payload: hint: '],
    ['neither file nor text', 'find_root_cause', {}, 'Give either `file` or `text`.'],
    ['both file and text', 'find_root_cause', { file: '/a', text: 'b' }, 'Give either `file` or `text`.'],
    ['an unreadable file', 'find_root_cause', { file: '/none' }, '/none cannot be read'],
  ])('%s is told in one line', async (_, name, input, message) => {
    const error = await run(name, input).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ToolError);
    expect(String(error)).toContain(message);
  });

  it('a file where there are no files', async () => {
    await expect(run('find_root_cause', { file: '/a' }, { lookup })).rejects.toThrow('There are no files here');
  });
});

it('tools are named as verb_noun and describe every input', () => {
  for (const { name, description, input } of tools) {
    expect(name).toMatch(/^[a-z]+(_[a-z]+)+$/);
    expect(description.length).toBeGreaterThan(80);
    for (const field of Object.values(input.shape)) expect(field.description ?? '').not.toBe('');
  }
});
