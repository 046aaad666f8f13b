/** A list of frames, each as a string of hex: `['006b8b4567', '', '83a6']`, as `[f.hex() for f in message]` prints it. */
import { concat, fromHex } from '../bytes';
import type { FormBytes, FormReader } from './form';

const lists =
  /\[\s{0,40}(["'])(?:[0-9a-f]{2}){0,100000}\1(?:\s{0,40},\s{0,40}\1(?:[0-9a-f]{2}){0,100000}\1){1,1000}\s{0,40}\]/gi;

/** Digits of all strings that are bytes rather than numbers or words: a letter and eight digits at least. */
function isHexData(frames: readonly string[]): boolean {
  const digits = frames.join('');
  return digits.length >= 8 && /[a-f]/i.test(digits) && /\d/.test(digits);
}

function toBytes(list: string): FormBytes[] {
  const frames = [...list.matchAll(/(["'])([0-9a-f]*)\1/gi)].map((match) => match[2] ?? '');
  if (!isHexData(frames)) return [];
  const bytes = frames.map(fromHex);
  return [{ form: 'hex', bytes: concat(bytes), frames: bytes, truncated: false }];
}

export const hexFrames: FormReader = {
  separate: true,
  forms: ['hex'],
  example: "['006b8b4567', '83a674797065']",
  read: ({ text }) =>
    [...text.matchAll(lists)].flatMap(([list]) => toBytes(list)).sort((a, b) => b.bytes.length - a.bytes.length),
};
