/** What is left when no protocol fits: text, zeros, nothing, unknown bytes. */
import { isZero } from '../bytes';
import { asText, count, escapeBytes, oneLine } from '../text';
import { type KindReader, type KindReading, leaf, type Payload } from './kind';
import { statisticsLines } from './statistics';

function readEmpty({ bytes }: Payload): KindReading | undefined {
  if (bytes.length > 0) return undefined;
  return {
    kind: 'empty',
    confidence: 'proven',
    summary: 'An empty value: 0 bytes',
    details: ['In a ZMQ message an empty frame separates the envelope from the body.'],
    fields: { length: 0 },
    tree: [],
  };
}

export const empty: KindReader = { kinds: ['empty'], source: '-', read: readEmpty };

function readZeros({ bytes }: Payload): KindReading | undefined {
  if (bytes.length < 3 || !isZero(bytes, 0, bytes.length)) return undefined;
  return {
    kind: 'zeros',
    confidence: 'fits',
    summary: `${count(bytes.length, 'byte')}, all zero`,
    details: [
      'A buffer that was never filled, or padding. A ZMQ socket closes a connection that begins with a zero byte.',
    ],
    fields: { length: bytes.length },
    tree: [leaf(0, bytes.length, 'zeros', count(bytes.length, 'byte'))],
  };
}

export const zeros: KindReader = { kinds: ['zeros'], source: '-', read: readZeros };

function readText({ bytes, form }: Payload): KindReading | undefined {
  const text = asText(bytes);
  // Two or three bytes of a number are letters by chance.
  if (text === undefined || (form.startsWith('int') && bytes.length < 4)) return undefined;
  return {
    kind: 'text',
    confidence: 'fits',
    summary: `Text of ${count(bytes.length, 'byte')}: ${oneLine(text)}`,
    details: [],
    fields: { encoding: 'utf-8' },
    tree: [leaf(0, bytes.length, 'text', oneLine(text, 400))],
  };
}

export const text: KindReader = { kinds: ['text'], source: 'RFC 3629', read: readText };

/** What gives more to go by. */
export const whatHelps = [
  'What may help: paste it from its first byte on, since formats are told by how they begin; the line of the log around it; and say what it is, where you know (a hint).',
];

/** The last answer: no claim. */
export function unknown({ bytes }: Payload): KindReading {
  return {
    kind: 'unknown',
    confidence: 'weak',
    summary: `${count(bytes.length, 'byte')} of no known kind: ${escapeBytes(bytes, 40)}`,
    details: [
      'No known protocol or file format begins like this.',
      ...(bytes[0] === 0xc1
        ? ['0xc1 is the one byte that msgpack reserves and never uses: no object begins with it.']
        : []),
      ...statisticsLines(bytes),
      ...whatHelps,
    ],
    fields: { length: bytes.length },
    tree: [leaf(0, bytes.length, 'bytes', escapeBytes(bytes, 40))],
  };
}
