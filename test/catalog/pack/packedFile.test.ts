import { describe, expect, it } from 'vitest';
import {
  type ByteSource,
  memorySource,
  openSections,
  PackedFileError,
  packSections,
} from '../../../server/src/core/catalog/pack/packedFile';

/** Bytes that differ from place to place. */
function bytesOf(length: number): Uint8Array {
  return Uint8Array.from({ length }, (_, i) => (i * 31 + (i >> 8)) & 255);
}

const parts = [bytesOf(5), new Uint8Array(), bytesOf(40_000), bytesOf(16_384)];
const file = packSections(parts);

describe('a file of sections', () => {
  it('gives back what was put in', () => {
    const read = openSections(memorySource(file)).map((section) => section.read(0, section.length));
    expect(read).toEqual(parts);
  });

  it.each<[start: number, end: number]>([
    [0, 4],
    [16_380, 16_390],
    [100, 39_999],
    [39_990, 50_000],
  ])('gives bytes %i to %i of a section', (start, end) => {
    expect(openSections(memorySource(file))[2]?.read(start, end)).toEqual(parts[2]?.subarray(start, end));
  });

  it('reads no more than its head and the pages asked for', () => {
    const asked: number[] = [];
    const source: ByteSource = {
      size: file.length,
      read: (start, end) => {
        asked.push(start, end);
        return file.slice(start, end);
      },
    };
    openSections(source)[3]?.read(0, 1);
    expect(asked).toEqual([0, 16_384, file.length - 16_384, file.length]);
  });

  it('is read from any place in memory', () => {
    const shifted = new Uint8Array(file.length + 1);
    shifted.set(file, 1);
    const section = openSections(memorySource(shifted.subarray(1)))[2];
    expect(section?.read(7, 30_000)).toEqual(parts[2]?.subarray(7, 30_000));
  });
});

describe('a file that cannot be trusted', () => {
  const changed = (at: number): Uint8Array => file.map((byte, i) => (i === at ? byte ^ 1 : byte));

  it.each<[what: string, bytes: Uint8Array, message: string]>([
    ['is no catalog', bytesOf(20_000), 'no packed catalog'],
    ['is empty', new Uint8Array(), 'no packed catalog'],
    ['has another version', changed(4), 'another version'],
    ['has a changed head', changed(60), 'damaged'],
  ])('is not opened where it %s', (_, bytes, message) => {
    expect(() => openSections(memorySource(bytes))).toThrow(message);
  });

  it('is read where it is sound', () => {
    const sections = openSections(memorySource(changed(file.length - 1)));
    expect(sections[2]?.read(0, 10)).toEqual(parts[2]?.subarray(0, 10));
    expect(() => sections[3]?.read(0, 10)).toThrow(PackedFileError);
  });

  it('is not read behind its end', () => {
    const sections = openSections(memorySource(file.slice(0, file.length - 100)));
    expect(() => sections[3]?.read(0, 10)).toThrow('damaged');
  });
});
