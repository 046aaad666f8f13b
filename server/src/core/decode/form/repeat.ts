/** Bytes that a text stands for without showing each of them: equal lines of a dump, gdb's `<repeats 199 times>`. */

/** Bytes that all repeats of one text may stand for together, so that forged offsets and counts cost no memory. */
const repeatLimit = 256 * 1024;

/** Writes out the repeats of one text. */
export class Repeater {
  #left = repeatLimit;
  #cut = false;

  /** A length was not believed, so bytes are missing. */
  get cut(): boolean {
    return this.#cut;
  }

  /** The bytes again and again up to a length; the bytes themselves where the length is none to believe. */
  fill(bytes: Uint8Array, length: number): Uint8Array {
    if (bytes.length === 0 || length <= bytes.length) return bytes;
    if (length > this.#left) {
      this.#cut = true;
      return bytes;
    }
    this.#left -= length;
    const all = new Uint8Array(length);
    for (let at = 0; at < length; at += bytes.length) {
      all.set(bytes.subarray(0, Math.min(bytes.length, length - at)), at);
    }
    return all;
  }
}
