/** Hands text on piece by piece: one piece at a time, what comes meanwhile is gathered for the next. */

/** Most text that waits, in UTF-16 units. Where output comes faster than it is read, the oldest waiting text is left out. */
export const maxWaiting = 8_000_000;

/** Longest piece that is handed on, in UTF-16 units. */
export const maxPiece = 256 * 1024;

/** Takes text and hands it on. */
export class Pump {
  #waiting = '';
  #work: Promise<void> | undefined;

  /** @param take receives the pieces; the next one waits for its promise */
  constructor(private readonly take: (text: string, end: boolean) => Promise<void>) {}

  /** Adds text; returns at once. */
  push(text: string): void {
    this.#waiting += text;
    if (this.#waiting.length > maxWaiting) this.#waiting = this.#waiting.slice(-maxWaiting);
    this.#work ??= this.#run();
  }

  /** Hands on what waits and says that nothing follows. */
  async end(): Promise<void> {
    await this.#work;
    await this.take('', true);
  }

  async #run(): Promise<void> {
    try {
      while (this.#waiting !== '') {
        const end = pieceEnd(this.#waiting);
        const text = this.#waiting.slice(0, end);
        this.#waiting = this.#waiting.slice(end);
        await this.take(text, false);
      }
    } finally {
      this.#work = undefined;
    }
  }
}

/** A piece never ends inside a surrogate pair unless the text does. */
function pieceEnd(text: string): number {
  if (text.length <= maxPiece) return text.length;
  const isInPair = (text.charCodeAt(maxPiece - 1) & 0xfc00) === 0xd800;
  return isInPair ? maxPiece - 1 : maxPiece;
}
