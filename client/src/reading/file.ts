/** What is read of a file that holds one payload. */
import type { DecodeParams } from '../../../server/src/lsp/protocol';
import { base64Of } from './base64';

/** Largest file that is read, since all of it is held, and most bytes of it that are decoded: more would keep the server from its other answers. */
export const maxFile = 256 * 1024 * 1024;
const maxDecoded = 16 * 1024 * 1024;

/** A file that can be asked for its size before it is read: `workspace.fs` has no reading of ranges. */
export interface PayloadSource {
  readonly size: () => Promise<number>;
  readonly read: () => Promise<Uint8Array>;
}

/** What to decode, or the size of a file that is too large to be read. */
export async function readPayload({ size, read }: PayloadSource): Promise<DecodeParams | number> {
  const total = await size();
  if (total > maxFile) return total;
  const bytes = await read();
  const text = base64Of(bytes.subarray(0, maxDecoded));
  return { text, file: true, ...(bytes.length > maxDecoded && { fileSize: bytes.length }) };
}
