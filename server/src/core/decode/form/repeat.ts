/** Lines that a dump left out because they are equal. */

/** Bytes that a repeated line may stand for, so that a forged offset costs no memory. */
const repeatLimit = 1024 * 1024;

/** The bytes again and again up to a length; the bytes themselves where the length is none to believe. */
export function repeatBytes(bytes: Uint8Array, length: number): Uint8Array {
  if (bytes.length === 0 || length <= bytes.length || length > repeatLimit) return bytes;
  const all = new Uint8Array(length);
  for (let at = 0; at < length; at += bytes.length) all.set(bytes.subarray(0, Math.min(bytes.length, length - at)), at);
  return all;
}
