/** CRC32 as gzip, zip and xz have it: the polynomial 04c11db7, bits reversed (RFC 1952 8). */

const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = (value & 1) === 1 ? 0xedb8_8320 ^ (value >>> 1) : value >>> 1;
  return value;
});

/** The check value of bytes, an unsigned number of 32 bits. */
export function crc32(bytes: Uint8Array): number {
  let value = -1;
  for (const byte of bytes) value = (table[(value ^ byte) & 0xff] ?? 0) ^ (value >>> 8);
  return (value ^ -1) >>> 0;
}
