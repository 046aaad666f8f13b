/** `error-lookup decode`: pasted bytes explained. */

import { type DecodeOptions, decodeBytes, decode as decodeInput } from '../../core/decode/decode';
import { formReaders } from '../../core/decode/form/table';
import { readingToJson } from '../../core/decode/json';
import { changed } from '../../core/decode/lazy';
import { type Hint, hints, type Reading } from '../../core/decode/reading';
import { readingDocument } from '../../core/render/readingDocument';
import { CliError, type Command, type Io, type ParsedArgs } from '../command';
import { openInputs, readBeginning } from '../input';
import { jsonLine } from '../jsonLine';
import { type NdjsonLine, readNdjson } from '../ndjson';

/** Bytes that are decoded of an input; of a longer one the beginning. */
const maxInput = 64 * 1024 * 1024;

/** The command. */
export const decode: Command = {
  name: 'decode',
  usage: ['[TEXT | -] [--hint HINT] [--form FORM] [--json]', '--batch < OBJECTS'],
  summary: 'decode pasted bytes: Python bytes, hex, base64, integers; msgpack, HTTP, ZMQ and more',
  options: {
    hint: { type: 'string', value: 'HINT', help: `what the bytes are: ${hints.join(', ')}` },
    form: { type: 'string', value: 'FORM', help: 'read the text in this form only, such as hex or python-bytes' },
    json: { type: 'boolean', help: 'print the reading as one JSON object' },
    batch: { type: 'boolean', help: 'read NDJSON objects {id, input, hint?}, write one reading a line' },
  },
  notes: [
    'Standard input may also be the bytes themselves, such as a capture file. Of more than 64 MB the beginning is decoded.',
  ],
  async run(args, io) {
    if (args.flag('batch')) return runBatch(args, io);
    const reading = await readInput(args, io);
    await io.stdout.write(args.flag('json') ? jsonLine(readingToJson(reading)) : readingDocument(reading));
    return 0;
  },
};

async function runBatch(args: ParsedArgs, io: Io): Promise<number> {
  if (args.words.length > 0) throw new CliError('decode: --batch reads standard input and takes no text');
  const fallback = toHint(args.text('hint'));
  for await (const line of readNdjson(io.stdin)) {
    await io.stdout.write(jsonLine(answer(line, fallback)));
  }
  return 0;
}

function answer(line: NdjsonLine, fallback: Hint | undefined): object {
  if ('error' in line) return { error: `line ${line.number}: ${line.error}` };
  const { id, input, hint: name } = line.value;
  const named = id === undefined ? {} : { id };
  if (typeof input !== 'string') return { ...named, error: `line ${line.number}: the object has no string \`input\`` };
  // A hint that is not known only withholds help, so the bytes are still decoded.
  const hint = hints.find((known) => known === name) ?? fallback;
  return { ...named, ...readingToJson(decodeInput(input, hint ? { hint } : {})) };
}

function toHint(name: string | undefined): Hint | undefined {
  if (name === undefined) return undefined;
  const hint = hints.find((known) => known === name);
  if (!hint) throw new CliError(`decode: there is no hint ${JSON.stringify(name)}; known are ${hints.join(', ')}`);
  return hint;
}

function toForm(name: string | undefined): string | undefined {
  if (name === undefined || formReaders.some((reader) => reader.forms.includes(name))) return name;
  throw new CliError(`decode: there is no form ${JSON.stringify(name)}; docs/decoding.md lists them`);
}

/** The text of the arguments or of standard input; what is not text is the payload itself. */
async function readInput(args: ParsedArgs, io: Io): Promise<Reading> {
  const hint = toHint(args.text('hint'));
  const form = toForm(args.text('form'));
  const options: DecodeOptions = { ...(hint && { hint }), ...(form && { form }) };
  const words = args.words.join(' ');
  if (words !== '' && words !== '-') return decodeInput(words, options);
  const [input] = openInputs(['-'], io);
  const { bytes, cut } = input ? await readBeginning(input, maxInput) : { bytes: new Uint8Array(), cut: false };
  const text = textOf(bytes, cut);
  const reading = text === undefined ? decodeBytes(bytes, hint, cut) : decodeInput(text, options);
  return cut ? beginningOf(reading) : reading;
}

/** The text of bytes, where they are some; of a beginning, up to the last whole character. */
function textOf(bytes: Uint8Array, cut: boolean): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: cut });
  } catch {
    return undefined;
  }
}

/** What is read of a beginning is never the whole. */
function beginningOf(reading: Reading): Reading {
  const line = `The input is longer: its first ${maxInput} bytes were decoded. To decode another part, cut it out (tail -c +OFFSET FILE | head -c LENGTH).`;
  return changed(reading, { truncated: true, details: [line, ...reading.details] });
}
