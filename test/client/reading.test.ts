import { describe, expect, it } from 'vitest';
import { base64Of } from '../../client/src/reading/base64';
import { readingFrame } from '../../client/src/reading/html';
import { readReadingMessage } from '../../client/src/reading/message';

describe('the frame of a decoded payload', () => {
  const html = readingFrame('<h1>T</h1>', {
    nonce: 'n0',
    cspSource: 'https://csp',
    style: 'https://csp/reading.css',
    script: 'https://csp/reading.js',
  });

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
