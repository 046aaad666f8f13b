/** Some lines of a large document as a document: places are those of the whole, offsets count in the lines that are held. */
import type { Position, Range } from 'vscode-languageserver';
import { TextDocument } from 'vscode-languageserver-textdocument';

/** What a window shows. */
export interface WindowOf {
  readonly uri: string;
  readonly languageId: string;
  readonly version: number;
  /** Lines of the whole document. */
  readonly lineCount: number;
}

/** A document whose lines before and after the window are out of sight: places there are taken to its ends. */
export class WindowDocument implements TextDocument {
  readonly uri: string;
  readonly languageId: string;
  readonly version: number;
  readonly lineCount: number;
  readonly #held: TextDocument;

  /** @param firstLine number of the first of the lines in the whole document */
  constructor(
    whole: WindowOf,
    private readonly firstLine: number,
    lines: readonly string[],
  ) {
    this.uri = whole.uri;
    this.languageId = whole.languageId;
    this.version = whole.version;
    this.lineCount = whole.lineCount;
    this.#held = TextDocument.create(whole.uri, whole.languageId, whole.version, lines.join('\n'));
  }

  getText(range?: Range): string {
    if (!range) return this.#held.getText();
    return this.#held.getText({ start: this.#inWindow(range.start), end: this.#inWindow(range.end) });
  }

  positionAt(offset: number): Position {
    const { line, character } = this.#held.positionAt(offset);
    return { line: line + this.firstLine, character };
  }

  offsetAt(position: Position): number {
    return this.#held.offsetAt(this.#inWindow(position));
  }

  getLineRange(line: number): Range {
    const { start, end } = this.#held.getLineRange(this.#inWindow({ line, character: 0 }).line);
    return {
      start: { line: start.line + this.firstLine, character: start.character },
      end: { line: end.line + this.firstLine, character: end.character },
    };
  }

  getEOLCharacters(line: number): string {
    return this.#held.getEOLCharacters(this.#inWindow({ line, character: 0 }).line);
  }

  #inWindow({ line, character }: Position): Position {
    return line < this.firstLine ? { line: 0, character: 0 } : { line: line - this.firstLine, character };
  }
}
