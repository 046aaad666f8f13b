/** Places in a line of JSON: where it stops being JSON, and where a value stands. Read by hand, since `JSON.parse` tells neither. */

/** Deepest nesting followed; rows of facts need two. */
const maxDepth = 16;

const string = /"(?:[^"\\\p{Cc}]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/uy;
const scalar = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;

/** Keys and indexes from the outermost value to an inner one. */
export type JsonPath = readonly (string | number)[];

/** Offset of the first character that JSON does not allow there, the end for a text that is cut; undefined for sound JSON. */
export function faultIn(text: string): number | undefined {
  const scan = new Scan(text, undefined);
  return scan.isSound() ? undefined : scan.at;
}

/** Offset where the value at a path begins, or that of the nearest value that holds it; 0 where the text is no JSON. */
export function placeOfValue(text: string, path: JsonPath): number {
  const scan = new Scan(text, path);
  scan.isSound();
  return scan.found;
}

class Scan {
  at = 0;
  found = 0;
  #deepest = 0;

  constructor(
    private readonly text: string,
    private readonly wanted: JsonPath | undefined,
  ) {}

  isSound(): boolean {
    if (!this.#value(0, true)) return false;
    this.#space();
    return this.at === this.text.length;
  }

  /** @param isOnPath whether the wanted value is this one or stands inside it */
  #value(depth: number, isOnPath: boolean): boolean {
    this.#space();
    if (isOnPath && this.wanted && depth >= this.#deepest) {
      this.#deepest = depth;
      this.found = this.at;
    }
    const char = this.text[this.at];
    if (char === '"') return this.#take(string);
    if (char === '{' || char === '[') return depth < maxDepth && this.#items(char, depth, isOnPath);
    return this.#take(scalar);
  }

  #items(open: '{' | '[', depth: number, isOnPath: boolean): boolean {
    const close = open === '{' ? '}' : ']';
    this.at++;
    this.#space();
    if (this.#char(close)) return true;
    for (let index = 0; ; index++) {
      const key = open === '{' ? this.#key() : index;
      if (key === undefined || !this.#value(depth + 1, isOnPath && this.wanted?.[depth] === key)) return false;
      this.#space();
      if (this.#char(close)) return true;
      if (!this.#char(',')) return false;
    }
  }

  #key(): string | undefined {
    this.#space();
    const start = this.at;
    if (!this.#take(string)) return undefined;
    const key = this.text.slice(start + 1, this.at - 1);
    this.#space();
    return this.#char(':') ? key : undefined;
  }

  #space(): void {
    while (' \t\r\n'.includes(this.text[this.at] ?? '\0')) this.at++;
  }

  #char(char: string): boolean {
    if (this.text[this.at] !== char) return false;
    this.at++;
    return true;
  }

  #take(pattern: RegExp): boolean {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text);
    if (!found) return false;
    this.at = pattern.lastIndex;
    return true;
  }
}
