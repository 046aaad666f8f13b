/** Emphasis for a terminal; plain text everywhere else. */
import type { Io, Output } from './command';

/** Ways to set a piece of text apart. */
export interface Style {
  bold(text: string): string;
  dim(text: string): string;
  red(text: string): string;
  yellow(text: string): string;
  green(text: string): string;
  cyan(text: string): string;
}

/** Style of an output: colours only where a person looks and has not refused them (no-color.org). */
export function styleOf(output: Output, io: Io): Style {
  const on = output.isTty && !io.env.NO_COLOR && io.env.TERM !== 'dumb';
  const paint = (open: number, close: number) => (text: string) =>
    on && text !== '' ? `\x1b[${open}m${text}\x1b[${close}m` : text;
  return {
    bold: paint(1, 22),
    dim: paint(2, 22),
    red: paint(31, 39),
    yellow: paint(33, 39),
    green: paint(32, 39),
    cyan: paint(36, 39),
  };
}

/** Columns to fill: those of the terminal, within what reads well. */
export function widthOf(output: Output): number {
  return Math.min(Math.max(output.columns ?? 100, 40), 100);
}
