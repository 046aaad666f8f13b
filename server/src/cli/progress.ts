/** A line on a terminal that says how far a long read is: bytes, rate, errors so far, time left. */
import { sizeText } from '../core/render/size';
import type { Io } from './command';
import { styleOf } from './style';

/** Milliseconds before the first line and between two. */
const firstAfter = 1000;
const between = 200;

/** What has been read so far. */
export interface Progress {
  /** Call after each chunk; shows something now and then. */
  update(bytes: number, errors: number): Promise<void>;
  /** Removes the line. */
  clear(): Promise<void>;
}

/** Progress over `total` bytes (undefined: nobody knows), on standard error; silent where nobody looks. */
export function createProgress(io: Io, total: number | undefined): Progress {
  const { dim } = styleOf(io.stderr, io);
  const start = io.now();
  let next = start + firstAfter;
  let shown = false;
  return {
    update: async (bytes, errors) => {
      const now = io.now();
      if (!io.stderr.isTty || now < next) return;
      next = now + between;
      shown = true;
      await io.stderr.write(`\r\x1b[K${dim(progressText(bytes, total, (now - start) / 1000, errors))}`);
    },
    clear: async () => {
      if (shown) await io.stderr.write('\r\x1b[K');
      shown = false;
    },
  };
}

/** The text of the line. `seconds` since the start. */
function progressText(bytes: number, total: number | undefined, seconds: number, errors: number): string {
  const rate = seconds > 0 ? bytes / seconds : 0;
  const of = total === undefined ? '' : ` of ${sizeText(total)}`;
  const left = total === undefined || rate === 0 ? '' : `, ${duration((total - bytes) / rate)} left`;
  return `${sizeText(bytes)}${of}, ${sizeText(rate)}/s, ${errors} ${errors === 1 ? 'error' : 'errors'} so far${left}`;
}

function duration(seconds: number): string {
  const whole = Math.max(0, Math.ceil(seconds));
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`;
}
