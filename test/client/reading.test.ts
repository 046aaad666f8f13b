import { describe, expect, it } from 'vitest';
import { base64Of } from '../../client/src/reading/base64';
import { maxFile, readPayload } from '../../client/src/reading/file';
import { readingFrame } from '../../client/src/reading/html';
import { readReadingMessage } from '../../client/src/reading/message';

describe('the frame of a decoded payload', () => {
  const html = readingFrame(
    '<h1>T</h1>',
    { copyAs: (it) => `Copy as ${it}`, openText: 'Open as text' },
    {
      nonce: 'n0',
      cspSource: 'https://csp',
      style: 'https://csp/reading.css',
      script: 'https://csp/reading.js',
    },
  );

  it('allows nothing but its own style and script', () => {
    const policy = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(html)?.[1];
    expect(policy).toBe("default-src 'none'; style-src https://csp; script-src 'nonce-n0'");
    expect([...html.matchAll(/<script[^>]*>/g)].map(([tag]) => tag)).toEqual([
      '<script nonce="n0" src="https://csp/reading.js">',
    ]);
    expect(html).not.toMatch(/ style=| on\w+=/);
  });

  it('offers all notations and the text', () => {
    expect([...html.matchAll(/<button[^>]*>([^<]*)</g)].map(([, label]) => label)).toEqual([
      'Copy as JSON',
      'Copy as hex',
      'Copy as Python',
      'Copy as Base64',
      'Open as text',
    ]);
  });
});

describe('readReadingMessage', () => {
  it.each([
    [
      { action: 'copy', as: 'python' },
      { action: 'copy', as: 'python' },
    ],
    [{ action: 'copy', as: 'exe' }, undefined],
    [{ action: 'copy' }, undefined],
    [{ action: 'text', more: 1 }, { action: 'text' }],
    [
      { action: 'open', code: 'a/b' },
      { action: 'open', code: 'a/b' },
    ],
    [{ action: 'open', code: 7 }, undefined],
    [
      { action: 'read', form: 'hex', hint: '' },
      { action: 'read', form: 'hex', hint: '' },
    ],
    [{ action: 'read', form: 'hex' }, undefined],
    [
      { action: 'bytes', from: 4096 },
      { action: 'bytes', from: 4096 },
    ],
    [{ action: 'bytes', from: -1 }, undefined],
    [{ action: 'bytes', from: 0.5 }, undefined],
    [{ action: 'bytes', from: '0' }, undefined],
    [{ action: 'run' }, undefined],
    ['copy', undefined],
    [null, undefined],
  ])('of %j gives %j', (value, expected) => {
    expect(readReadingMessage(value)).toEqual(expected);
  });
});

it.each([0, 1, 2, 3, 8189, 8190, 8191, 100_000])('Base64 of %i bytes is what Node writes', (length) => {
  const bytes = Uint8Array.from({ length }, (_, i) => i * 7);
  expect(base64Of(bytes)).toBe(Buffer.from(bytes).toString('base64'));
});

describe('the file of a payload', () => {
  const megabyte = 1024 * 1024;

  it('of 300 MB is not read, and its size is told', async () => {
    const read = () => Promise.reject(new Error('was read'));
    expect(await readPayload({ size: async () => 300 * megabyte, read })).toBe(300 * megabyte);
    expect(maxFile).toBeLessThan(300 * megabyte);
  });

  it('of more than 16 MB has its beginning decoded, with its whole size', async () => {
    const bytes = new Uint8Array(17 * megabyte).fill(0xc0);
    const payload = await readPayload({ size: async () => bytes.length, read: async () => bytes });
    expect(payload).toMatchObject({ file: true, fileSize: 17 * megabyte });
    const { text } = typeof payload === 'number' ? { text: '' } : payload;
    expect(Buffer.from(text, 'base64').length).toBe(16 * megabyte);
  });

  it('of a few bytes is decoded whole', async () => {
    const payload = await readPayload({ size: async () => 2, read: async () => Uint8Array.of(0x91, 0xc0) });
    expect(payload).toEqual({ text: 'kcA=', file: true });
  });
});
