/**
 * Huffman code of HPACK: RFC 7541 Appendix B. The code is canonical, so the lengths of the 257 symbols give it: codes are
 * handed out by growing length and, within a length, by growing symbol. Symbol 256 is EOS.
 */

/** Bits of each symbol's code. */
const lengths: readonly number[] = [
  13, 23, 28, 28, 28, 28, 28, 28, 28, 24, 30, 28, 28, 30, 28, 28, 28, 28, 28, 28, 28, 28, 30, 28, 28, 28, 28, 28, 28,
  28, 28, 28, 6, 10, 10, 12, 13, 6, 8, 11, 10, 10, 8, 11, 8, 6, 6, 6, 5, 5, 5, 6, 6, 6, 6, 6, 6, 6, 7, 8, 15, 6, 12, 10,
  13, 6, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 8, 7, 8, 13, 19, 13, 14, 6, 15, 5, 6, 5, 6,
  5, 6, 6, 6, 5, 7, 7, 6, 6, 6, 5, 6, 7, 6, 5, 5, 6, 7, 7, 7, 7, 7, 15, 11, 14, 13, 28, 20, 22, 20, 20, 22, 22, 22, 23,
  22, 23, 23, 23, 23, 23, 24, 23, 24, 24, 22, 23, 24, 23, 23, 23, 23, 21, 22, 23, 22, 23, 23, 24, 22, 21, 20, 22, 22,
  23, 23, 21, 23, 22, 22, 24, 21, 22, 23, 23, 21, 21, 22, 21, 23, 22, 23, 23, 20, 22, 22, 22, 23, 22, 22, 23, 26, 26,
  20, 19, 22, 23, 22, 25, 26, 26, 26, 27, 27, 26, 24, 25, 19, 21, 26, 27, 27, 26, 27, 24, 21, 21, 26, 26, 28, 27, 27,
  27, 20, 24, 20, 21, 22, 21, 21, 23, 22, 22, 25, 25, 24, 24, 26, 23, 26, 27, 26, 26, 27, 27, 27, 27, 27, 28, 27, 27,
  27, 27, 27, 26, 30,
];

/** Symbol of a code, by `length * 2^30 + code`. */
function buildCodes(): ReadonlyMap<number, number> {
  const codes = new Map<number, number>();
  let code = 0;
  for (let length = 1; length <= 30; length++) {
    lengths.forEach((each, symbol) => {
      if (each === length) codes.set(length * 2 ** 30 + code++, symbol);
    });
    code *= 2;
  }
  return codes;
}

const codes = buildCodes();

/** Text of a Huffman-coded string as Latin-1; undefined where a code is none, or the padding is longer than 7 bits. */
export function huffmanText(bytes: Uint8Array): string | undefined {
  let text = '';
  let code = 0;
  let length = 0;
  for (let bit = 0; bit < bytes.length * 8; bit++) {
    code = code * 2 + (((bytes[bit >> 3] ?? 0) >> (7 - (bit & 7))) & 1);
    length++;
    if (length > 30) return undefined;
    const symbol = codes.get(length * 2 ** 30 + code);
    if (symbol === undefined) continue;
    if (symbol === 256) return undefined;
    text += String.fromCharCode(symbol);
    code = 0;
    length = 0;
  }
  return length < 8 ? text : undefined;
}
