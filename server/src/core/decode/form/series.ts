/** One small integer in each of several equal log lines: a reader printed a foreign stream byte by byte. */
import type { FormReader } from './form';

const minimumLines = 4;
const lineLimit = 1000;

/** The last integer of a line, and the line without digits. */
function lastInteger(line: string): { value: number; skeleton: string } | undefined {
  const match = /^(.*?)(-?\d{1,3})(\D*)$/.exec(line.slice(-lineLimit));
  const value = Number(match?.[2]);
  if (!match || value < -128 || value > 255 || /[\w.]$/.test(match[1] ?? '')) return undefined;
  return { value: value & 255, skeleton: `${(match[1] ?? '').replaceAll(/\d+/g, '#')}#${match[3] ?? ''}` };
}

export const series: FormReader = {
  forms: ['log-int-series'],
  example: 'msg=71\nmsg=69\nmsg=84\nmsg=32',
  read: ({ text }) => {
    const lines = text.split('\n').filter((line) => line.trim() !== '');
    if (lines.length < minimumLines) return [];
    const found = lines.map(lastInteger);
    const skeleton = found[0]?.skeleton;
    // Bare numbers, one a line, are a list.
    if (skeleton === undefined || /^\W*#\W*$/.test(skeleton)) return [];
    const same = found.filter((each) => each?.skeleton === skeleton);
    if (same.length < minimumLines || same.length < lines.length * 0.8) return [];
    const bytes = Uint8Array.from(same, (each) => each?.value ?? 0);
    return [{ form: 'log-int-series', bytes, truncated: true }];
  },
};
