/** The tool that says what pasted bytes are. */
import * as z from 'zod';
import { readingToJson } from '../core/decode/json';
import { hints } from '../core/decode/reading';
import { entryUri } from './matchAnswer';
import { defineTool } from './tool';

/** Most bytes given back as hex. */
const maxHexDigits = 512;

/** `decode_payload` */
export const decodePayload = defineTool({
  name: 'decode_payload',
  title: 'Decode Payload',
  description:
    'Decodes bytes as they stand in logs and error texts: Python bytes, hex, hex dumps, Base64, giant integers, ZMQ identities and frame lists. Says what they are (msgpack, HTTP, TLS, ZMTP and others), where they break off, and who may have sent them. Nothing in them is executed or unpickled.',
  input: z.object({
    text: z.string().min(1).max(1_000_000).describe('The bytes in any notation, with or without text around them.'),
    hint: z.enum(hints).optional().describe('What the bytes are, where that is known.'),
  }),
  run: async ({ text, hint }, { lookup }) => {
    const reading = lookup.decode(text, hint === undefined ? {} : { hint });
    const { bytes_hex: hex, tree: _tree, frames_hex: frames, ...rest } = readingToJson(reading);
    return {
      ...rest,
      confidence: reading.confidence,
      length: reading.bytes.length,
      hex: hex.slice(0, maxHexDigits),
      hexIsCut: hex.length > maxHexDigits,
      frames: frames?.map((frame) => frame.slice(0, maxHexDigits)) ?? null,
      otherReadings: reading.alternatives,
      errors: lookup
        .entriesOfReading(reading)
        .map(({ code, title, summary }) => ({ code, title, summary, resource: entryUri(code) })),
    };
  },
});
