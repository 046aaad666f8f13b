import { describe, expect, it } from 'vitest';
import { decode } from '../../server/src/core/decode/decode';
import { readingAs } from '../../server/src/core/render/readingAs';

const all = Buffer.from(Array.from({ length: 256 }, (_, i) => i));

describe('a reading copied', () => {
  it.each([0, 1, 2, 3, 253, 254, 255, 256])('as Base64 of %i bytes is what Node writes', (length) => {
    const bytes = all.subarray(0, length);
    const reading = { ...decode(''), bytes: new Uint8Array(bytes) };
    expect(readingAs(reading, 'base64')).toBe(bytes.toString('base64'));
  });

  it('as hex has one line a frame', () => {
    expect(readingAs(decode("[b'', b'\\x81\\xa1a\\x01']"), 'hex')).toBe('\n81a16101');
  });

  it('as Python is a literal that is read back', () => {
    const literal = readingAs({ ...decode(''), bytes: new Uint8Array(all) }, 'python');
    expect(literal.slice(0, 18)).toBe("b'\\x00\\x01\\x02\\x03");
    expect(literal).toContain('\\t\\n\\x0b\\x0c\\r\\x0e');
    expect(literal).toContain("&\\'(");
    expect(literal).toContain('[\\\\]');
    expect(decode(literal).bytes).toEqual(new Uint8Array(all));
  });

  it('as Python is a list for frames', () => {
    expect(readingAs(decode("[b'', b'\\x81\\xa1a\\x01']"), 'python')).toBe("[b'', b'\\x81\\xa1a\\x01']");
  });

  it('as JSON is the value, or the whole reading where there is none', () => {
    expect(JSON.parse(readingAs(decode("b'\\x81\\xa1a\\x01'"), 'json'))).toEqual({ a: 1 });
    expect(JSON.parse(readingAs(decode("b'SSH-2.0-Go\\r\\n'"), 'json'))).toMatchObject({ kind: 'ssh-banner' });
  });
});
