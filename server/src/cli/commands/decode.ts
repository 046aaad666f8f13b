/** `error-lookup decode`: pasted bytes explained. */
import { type DecodeOptions, decodeBytes, decode as decodeInput } from '../../core/decode/decode';
import { formReaders } from '../../core/decode/form/table';
import { readingToJson } from '../../core/decode/json';
import { type Hint, hints, type Reading } from '../../core/decode/reading';
import { readingDocument } from '../../core/render/readingDocument';
import { CliError, type Command, type Io, type ParsedArgs } from '../command';
import { openInputs, readAll } from '../input';
import { jsonLine } from '../jsonLine';
import { type NdjsonLine, readNdjson } from '../ndjson';

/** Longest input read, in bytes. */
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
  notes: ['Standard input may also be the bytes themselves, such as a capture file.'],
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
  const text = args.words.join(' ');
  if (text !== '' && text !== '-') return decodeInput(text, options);
  const [input] = openInputs(['-'], io);
  const bytes = input ? await readAll(input, maxInput) : new Uint8Array();
  try {
    return decodeInput(new TextDecoder('utf-8', { fatal: true }).decode(bytes), options);
  } catch {
    return decodeBytes(bytes, hint);
  }
}
