/** NDJSON streams: one JSON object a line, in and out. */

/** Longest line taken, in bytes; a longer one is answered with an error and skipped. */
const maxLineLength = 64 * 1024 * 1024;

/** One line of an NDJSON stream. */
export type NdjsonLine =
  | { readonly number: number; readonly value: { readonly [key: string]: unknown } }
  | { readonly number: number; readonly error: string };

const NEWLINE = 10;

/** The objects of a stream, in order. Blank lines are left out; a line that is no object comes as an error. */
export async function* readNdjson(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<NdjsonLine> {
  let number = 0;
  for await (const line of splitLines(chunks)) {
    number++;
    const parsed = line === undefined ? { error: `longer than ${maxLineLength} bytes` } : parseLine(line);
    if (parsed) yield { number, ...parsed };
  }
}

function parseLine(bytes: Uint8Array): { value: { [key: string]: unknown } } | { error: string } | undefined {
  const text = new TextDecoder().decode(bytes);
  if (text.trim() === '') return undefined;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return { error: `not JSON: ${error instanceof Error ? error.message : String(error)}` };
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return { error: 'not a JSON object' };
  return { value: Object.fromEntries(Object.entries(value)) };
}

/** Lines without their line break; undefined for one that is too long. */
async function* splitLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array | undefined> {
  let parts: Uint8Array[] = [];
  let length = 0;
  const take = (): Uint8Array | undefined => {
    const line = length > maxLineLength ? undefined : Buffer.concat(parts);
    parts = [];
    length = 0;
    return line;
  };
  const keep = (part: Uint8Array): void => {
    length += part.length;
    if (length > maxLineLength) parts = [];
    else parts.push(part);
  };
  for await (const chunk of chunks) {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
      keep(chunk.subarray(start, end));
      start = end + 1;
      yield take();
    }
    keep(chunk.subarray(start));
  }
  if (length > 0) yield take();
}
