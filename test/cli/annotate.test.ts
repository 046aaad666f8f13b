import { describe, expect, it } from 'vitest';
import { runCli, temporaryFolder, writeCatalog } from '../support/cli';
import { entryWith } from '../support/entry';

const catalog = writeCatalog(temporaryFolder(), [entryWith()]);
const text = 'RuntimeError: Something of one engine failed: no';

/** Runs the filter; gives one object an output line. */
async function annotate(...chunks: (string | Uint8Array)[]): Promise<Record<string, unknown>[]> {
  const { status, writes, err } = await runCli(['annotate', '--catalog', catalog], { stdin: chunks });
  expect(status).toBe(0);
  expect(err).toBe('');
  // Every answer is written by itself, so that a pipeline gets it at once.
  return writes.map((line) => {
    expect(line.endsWith('\n')).toBe(true);
    return JSON.parse(line);
  });
}

describe('annotate', () => {
  it('gives every object back with its matches, in order', async () => {
    const objects = [
      { id: 1, text },
      { id: 2, text: 'fine' },
      { text, more: { deep: [1] } },
    ];
    const out = await annotate(`${objects.map((object) => JSON.stringify(object)).join('\n')}\n`);
    expect(out).toMatchObject(objects);
    expect(out.map(({ matches }) => (matches as unknown[]).length)).toEqual([1, 0, 1]);
    expect(out[0]?.matches).toMatchObject([
      {
        line: 0,
        endLine: 0,
        start: 14,
        end: text.length,
        kind: 'entry',
        code: 'vllm/test/one',
        captures: { reason: 'no' },
      },
    ]);
  });

  it('counts in UTF-16 units, also after broken surrogates', async () => {
    const [first, second] = await annotate(
      `${JSON.stringify({ text: `[🙂é] ${text}` })}\n{"text":"\\ud83d ${text}"}\n`,
    );
    const spans = [first?.matches].flat() as { start: number; end: number }[];
    const texts = spans.map(({ start, end }) => String(first?.text).slice(start, end));
    expect(texts).toEqual(['Something of one engine failed: no']);
    expect(second?.text).toContain('\ud83d');
  });

  const bad: [string, string, string][] = [
    ['no JSON', 'nonsense', 'line 1: not JSON'],
    ['half an object', '{"text":"a', 'line 1: not JSON'],
    ['an array', '[1]', 'line 1: not a JSON object'],
    ['null', 'null', 'line 1: not a JSON object'],
    ['an object without text', '{"id":7}', 'line 1: the object has no string `text`'],
    ['a text that is none', '{"id":7,"text":3}', 'line 1: the object has no string `text`'],
  ];
  it.each(bad)('answers %s with an error and goes on', async (_, line, error) => {
    const out = await annotate(`${line}\n${JSON.stringify({ text })}\n`);
    expect(out).toHaveLength(2);
    expect(out[0]?.error).toContain(error);
    expect(out[0]?.matches).toEqual([]);
    expect(out[1]?.matches).toHaveLength(1);
  });

  it('keeps what a faulty object holds', async () => {
    expect((await annotate('{"id":7}\n'))[0]).toMatchObject({ id: 7, matches: [] });
  });

  it('takes a last line without a line break, and leaves out blank ones', async () => {
    expect(await annotate(`\n  \n${JSON.stringify({ text })}`)).toHaveLength(1);
    expect(await annotate('')).toEqual([]);
  });

  it('takes lines that chunks cut in two, and lines that end in CRLF', async () => {
    const bytes = new TextEncoder().encode(`${JSON.stringify({ text: `[é] ${text}` })}\r\n`);
    const out = await annotate(...[...bytes].map((byte) => Uint8Array.of(byte)));
    expect(out[0]?.text).toBe(`[é] ${text}`);
    expect(out[0]?.matches).toHaveLength(1);
  });

  it('is not led astray by names that objects have by nature', async () => {
    const [object] = await annotate(`{"text":${JSON.stringify(text)},"__proto__":{"x":1},"constructor":2}\n`);
    expect(object?.constructor).toBe(2);
    expect(object?.matches).toHaveLength(1);
  });
});
