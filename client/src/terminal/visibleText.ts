/** Tells whether a terminal was sent anything that can be seen, from output that comes piece by piece. */

/** Where in a control sequence of ECMA-48 (5.3 to 5.6 and 8.3) the output stands. */
type State = 'text' | 'escape' | 'intermediate' | 'sequence' | 'string' | 'escapeInString';

/** Columns of a row that are told apart; a longer row has been seen. */
const maxColumn = 4096;

/** Reads output until something of it can be seen; from then on it costs nothing. */
export class VisibleText {
  #state: State = 'text';
  #column = 0;
  /** Columns of this row that hold a character. What a return and blanks cover again was not seen: zsh marks so where a row begins. */
  readonly #row = new Set<number>();
  #isOnEarlierRow = false;

  /** Whether anything can be seen so far. */
  get isThere(): boolean {
    return this.#isOnEarlierRow || this.#row.size > 0;
  }

  /** Takes the next piece, which may end inside a control sequence. */
  push(text: string): void {
    for (let i = 0; i < text.length && !this.#isOnEarlierRow; i++) {
      const code = text.charCodeAt(i);
      if (this.#state === 'text') this.#print(code);
      else this.#state = after(this.#state, code);
    }
  }

  #print(code: number): void {
    const opened = openedBy(code);
    if (opened) this.#state = opened;
    else if (code === 0x0d) this.#column = 0;
    else if (code === 0x0a) this.#endRow();
    else if (code >= 0x20 && code !== 0x7f) this.#put(code);
  }

  #put(code: number): void {
    if (isBlank(code)) this.#row.delete(this.#column);
    else this.#row.add(this.#column);
    this.#column++;
    if (this.#column > maxColumn && this.#row.size > 0) this.#endRow();
  }

  #endRow(): void {
    this.#isOnEarlierRow = this.#row.size > 0;
    this.#column = 0;
  }
}

/** What a control character opens: an escape sequence, one with parameters, or a string; undefined for any other character. */
function openedBy(code: number): State | undefined {
  if (code === 0x1b) return 'escape';
  if (code === 0x9b) return 'sequence';
  return code === 0x90 || code === 0x98 || (code >= 0x9d && code <= 0x9f) ? 'string' : undefined;
}

function after(state: State, code: number): State {
  // CAN and SUB end every sequence.
  if (code === 0x18 || code === 0x1a) return 'text';
  switch (state) {
    case 'escape':
      return afterEscape(code);
    case 'escapeInString':
      return code === 0x5c ? 'text' : afterEscape(code);
    case 'intermediate':
      return code >= 0x20 && code <= 0x2f ? state : 'text';
    case 'sequence':
      return code >= 0x40 && code <= 0x7e ? 'text' : state;
    case 'string':
      // BEL ends the strings of xterm, ST those of the standard.
      if (code === 0x1b) return 'escapeInString';
      return code === 0x07 || code === 0x9c ? 'text' : state;
    case 'text':
      return state;
  }
}

/** DCS `P`, SOS `X`, CSI `[`, OSC `]`, PM `^`, APC `_`; any other character ends the sequence, unless it is an intermediate one. */
function afterEscape(code: number): State {
  if (code === 0x1b) return 'escape';
  if (code === 0x5b) return 'sequence';
  if (code === 0x50 || code === 0x58 || (code >= 0x5d && code <= 0x5f)) return 'string';
  return code >= 0x20 && code <= 0x2f ? 'intermediate' : 'text';
}

/** Blanks of Unicode; characters of C1 print nothing either. */
function isBlank(code: number): boolean {
  return code <= 0x20 || (code >= 0x7f && code <= 0xa0) || String.fromCharCode(code).trim() === '';
}
