import { describe, expect, it } from 'vitest';
import { NumberReader, NumberWriter } from '../../../server/src/core/catalog/pack/numbers';
import { memorySection } from '../../../server/src/core/catalog/pack/packedFile';
import { StringReader, StringWriter } from '../../../server/src/core/catalog/pack/strings';

const texts = [
  '',
  ...Array.from({ length: 40 }, (_, i) => `vllm/v1/engine/core_${i}.py`),
  'ä',
  'äö',
  'ã', // Begins with the same byte as the two before.
  'x'.repeat(5000),
  `${'x'.repeat(5000)}y`,
];

describe('a table of texts', () => {
  const writer = new StringWriter();
  const numbers = texts.map((text) => writer.of(text));
  const section = memorySection(writer.encode());

  it('numbers each text once', () => {
    expect(numbers).toEqual(texts.map((_, i) => i));
    expect(writer.of('ä')).toBe(numbers[41]);
  });

  it('gives texts back in whatever order they are asked for', () => {
    const reader = new StringReader(section);
    const backwards = [...numbers].reverse().map((number) => reader.at(number));
    expect(backwards.reverse()).toEqual(texts);
    expect([reader.at(-1), reader.at(texts.length)]).toEqual(['', '']);
  });
});

describe('numbers as bytes', () => {
  // Bytes from the examples of the DWARF standard, section 7.6.
  it.each([
    [2, [2]],
    [127, [127]],
    [128, [0x80, 1]],
    [12857, [0xb9, 0x64]],
    [0xffffffff, [0xff, 0xff, 0xff, 0xff, 0x0f]],
  ])('writes %i', (value, bytes) => {
    const writer = new NumberWriter();
    writer.number(value);
    expect([...writer.encode()]).toEqual(bytes);
    expect(new NumberReader(writer.encode()).number()).toBe(value);
  });

  it('keeps signs, and reads 0 behind the end', () => {
    const values = [0, 1, -1, 63, -64, 64, 2 ** 30, -(2 ** 30)];
    const writer = new NumberWriter();
    for (const value of values) writer.signed(value);
    const reader = new NumberReader(writer.encode());
    expect(values.map(() => reader.signed())).toEqual(values);
    expect(reader.number()).toBe(0);
  });
});
