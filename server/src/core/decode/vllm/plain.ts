/** Plain values of msgpack objects, for the schema checks. */
import { Decoder } from '@msgpack/msgpack';

/** Larger messages are tensors and prompts, whose shape says nothing more. */
const sizeLimit = 1_000_000;

/**
 * Plain values of a complete object. The caller has walked over it: it is valid, its lengths are those of the bytes, and
 * its keys are texts, so that the library cannot allocate by a forged length or merge keys.
 */
export function plainValue(bytes: Uint8Array): { value: unknown } | undefined {
  if (bytes.length > sizeLimit) return undefined;
  const limit = bytes.length;
  const decoder = new Decoder({
    useBigInt64: true,
    maxStrLength: limit,
    maxBinLength: limit,
    maxArrayLength: limit,
    maxMapLength: limit,
    maxExtLength: limit,
  });
  try {
    return { value: decoder.decode(bytes) };
  } catch {
    return undefined;
  }
}
