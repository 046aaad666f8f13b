import { describe, expect, it } from 'vitest';
import { runCli } from '../support/cli';

/** msgpack of {"status": "HELLO"}, by hand from the specification: fixmap 1, fixstr 6, fixstr 5. */
const hello = '81a6737461747573a548454c4c4f';

describe('decode', () => {
  it('explains pasted bytes', async () => {
    const { status, out } = await runCli(['decode', hello]);
    expect(status).toBe(0);
    expect(out).toContain('HELLO');
    expect(out).toContain('form: hex');
  });

  it('prints the reading as JSON', async () => {
    const { out } = await runCli(['decode', '--json', "b'\\x81\\xa6status\\xa5HELLO'"]);
    expect(JSON.parse(out)).toMatchObject({ form: 'python-bytes', bytes_hex: hello });
    expect(out.endsWith('}\n')).toBe(true);
  });

  it('reads standard input, with and without a dash', async () => {
    for (const args of [
      ['decode', '--json'],
      ['decode', '--json', '-'],
    ]) {
      expect(JSON.parse((await runCli(args, { stdin: `${hello}\n` })).out).bytes_hex).toBe(hello);
    }
  });

  it('reads bytes that are no text as they are', async () => {
    const stdin = [Uint8Array.from(Buffer.from(hello, 'hex'))];
    expect(JSON.parse((await runCli(['decode', '--json'], { stdin })).out).bytes_hex).toBe(hello);
  });

  it('decodes the beginning of what is too long, and says so', async () => {
    const chunk = new Uint8Array(1 << 20);
    // An array of 100 bins of 1 MB, of which the first 64 MB are read.
    const head = Uint8Array.from([0xdc, 0x00, 0x64]);
    const bin = Uint8Array.from([0xc6, 0x00, 0x10, 0x00, 0x00]);
    const stdin = [head, ...Array.from({ length: 70 }, () => [bin, chunk]).flat()];
    const { status, out } = await runCli(['decode'], { stdin });
    expect(status).toBe(0);
    expect(out).toContain('msgpack, truncated');
    expect(out).toContain('The input is longer: its first 67108864 bytes were decoded.');
  });

  it('takes a hint', async () => {
    const { out } = await runCli(['decode', '--json', '--hint', 'zmq-identity', "b'\\x03\\x00'"]);
    expect(JSON.parse(out).kind).toBe('zmq-identity');
  });

  it('has nothing against nothing', async () => {
    expect((await runCli(['decode'])).status).toBe(0);
  });
});

describe('decode --batch', () => {
  async function batch(lines: string): Promise<Record<string, unknown>[]> {
    const { status, writes } = await runCli(['decode', '--batch'], { stdin: lines });
    expect(status).toBe(0);
    return writes.map((line) => JSON.parse(line));
  }

  it('gives one reading a line, in order, with the id it was asked with', async () => {
    const out = await batch(
      `{"id":"a","input":"${hello}"}\n{"id":2,"input":"b'GET / HTTP/1.1\\\\r\\\\n\\\\r\\\\n'"}\n`,
    );
    expect(out.map(({ id }) => id)).toEqual(['a', 2]);
    expect(out[0]).toMatchObject({ form: 'hex', bytes_hex: hello });
    expect(out[1]).toMatchObject({ kind: 'http1-request' });
  });

  it('decodes also with a hint it does not know', async () => {
    expect(await batch(`{"id":1,"input":"${hello}","hint":"who knows"}\n`)).toMatchObject([{ bytes_hex: hello }]);
  });

  it('answers a bad line with an error and goes on', async () => {
    const out = await batch(`nonsense\n{"id":5}\n{"id":6,"input":"${hello}"}\n`);
    expect(out).toMatchObject([
      { error: expect.stringContaining('line 1: not JSON') },
      { id: 5, error: 'line 2: the object has no string `input`' },
      { id: 6, bytes_hex: hello },
    ]);
  });
});
