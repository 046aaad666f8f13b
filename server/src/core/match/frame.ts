/** Frames of tracebacks, as Python, IPython and pytest print them. */
import { decode, hasText } from './bytes';
import type { ReadLine } from './reader';

/** One call of a traceback. */
export interface Frame {
  /** Path as printed. */
  readonly file: string;
  /** Function’s name; null where the format has none. */
  readonly function: string | null;
  /** 1-based; null where the format has none. */
  readonly line: number | null;
}

const MAX_FRAME = 1024;

/** The frame a line holds, if it holds one. */
export function frameAt({ view, prefix, end }: ReadLine): Frame | undefined {
  const start = prefix.textStart;
  if (hasText(view.bytes, start, end, 'File '))
    return pythonFrame(decode(view.bytes, start, Math.min(end, start + MAX_FRAME)));
  // IPython 7: `/path/awq.py in create_weights(self, …)`.
  if (view.bytes[start] !== 47 && view.bytes[start] !== 126) return undefined;
  const text = decode(view.bytes, start, Math.min(end, start + MAX_FRAME));
  const at = text.indexOf('.py in ');
  if (at < 0 || text.slice(0, at).includes(' ')) return undefined;
  return { file: text.slice(0, at + 3), function: nameAt(text, at + 7), line: null };
}

/** `File "/path/core.py", line 12, in run` and IPython 8’s `File /path/core.py:12, in run(self)`. */
function pythonFrame(text: string): Frame | undefined {
  const quoted = text[5] === '"';
  const stop = quoted ? text.indexOf('"', 6) : text.indexOf(':', 5);
  if (stop < 0) return undefined;
  const rest = text.slice(stop + 1);
  const line = /^(?:, line )?(\d{1,7})/.exec(rest)?.[1];
  const named = rest.indexOf(', in ');
  return {
    file: text.slice(quoted ? 6 : 5, stop),
    function: named < 0 ? null : nameAt(rest, named + 5),
    line: line === undefined ? null : Number(line),
  };
}

function nameAt(text: string, at: number): string {
  return /^[\w.<>]*/.exec(text.slice(at, at + 200))?.[0] ?? '';
}
