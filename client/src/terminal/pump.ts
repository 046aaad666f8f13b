/** Hands text on piece by piece: one piece at a time, what comes meanwhile is gathered for the next. */
import type { ScanOutputParams } from '../../../server/src/lsp/protocol';

/** Most text that waits, in UTF-16 units. Where output comes faster than it is read, the oldest waiting text is left out. */
export const maxWaiting = 8_000_000;

/** Longest piece that is handed on, in UTF-16 units. */
export const maxPiece = 256 * 1024;

/** Milliseconds without output after which it pauses: a program that waits has said what it had to say. */
export const quietTime = 300;

/** Milliseconds after which output that never pauses is taken for pausing, so that a busy server is not heard last of all. */
export const longestWait = 3000;

/** Receives a piece, and what follows it. */
type Take = (text: string, next: ScanOutputParams['next']) => Promise<void>;

/** Takes text and hands it on. After a fault nothing more is handed on; `end` tells it. */
export class Pump {
  #waiting = '';
  #work: Promise<void> | undefined;
  #fault: { readonly error: unknown } | undefined;
  #quiet: ReturnType<typeof setTimeout> | undefined;
  /** When the first piece after the last pause was handed on. */
  #since: number | undefined;

  /** @param take receives the pieces; the next one waits for its promise */
  constructor(private readonly take: Take) {}

  /** Adds text; returns at once. */
  push(text: string): void {
    clearTimeout(this.#quiet);
    this.#waiting += text;
    if (this.#waiting.length > maxWaiting) this.#waiting = this.#waiting.slice(-maxWaiting);
    this.#work ??= this.#run();
  }

  /** Hands on what waits and says that nothing follows. */
  async end(): Promise<void> {
    await this.#work;
    clearTimeout(this.#quiet);
    await this.#hand('', 'end');
    if (this.#fault) throw this.#fault.error;
  }

  async #run(): Promise<void> {
    while (this.#waiting !== '') {
      const end = pieceEnd(this.#waiting);
      const text = this.#waiting.slice(0, end);
      this.#waiting = this.#waiting.slice(end);
      this.#since ??= Date.now();
      await this.#hand(text, Date.now() - this.#since > longestWait ? 'pause' : 'more');
    }
    this.#work = undefined;
    if (this.#since !== undefined) this.#quiet = setTimeout(() => this.#pause(), quietTime);
  }

  #pause(): void {
    this.#work = this.#hand('', 'pause').then(() => this.#run());
  }

  async #hand(text: string, next: ScanOutputParams['next']): Promise<void> {
    if (this.#fault) return;
    if (next !== 'more') this.#since = undefined;
    try {
      await this.take(text, next);
    } catch (error) {
      this.#fault = { error };
    }
  }
}

/** A piece never ends inside a surrogate pair unless the text does. */
function pieceEnd(text: string): number {
  if (text.length <= maxPiece) return text.length;
  const isInPair = (text.charCodeAt(maxPiece - 1) & 0xfc00) === 0xd800;
  return isInPair ? maxPiece - 1 : maxPiece;
}
