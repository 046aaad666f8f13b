/** Base64 of bytes, with what both a browser and Node have. */

/** Bytes turned into one string of characters at a time: more arguments overflow the stack. */
const piece = 8190;

/** RFC 4648 section 4. A piece is a multiple of three bytes, so that padding stands at the end alone. */
export function base64Of(bytes: Uint8Array): string {
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += piece) {
    parts.push(btoa(String.fromCharCode(...bytes.subarray(at, at + piece))));
  }
  return parts.join('');
}
