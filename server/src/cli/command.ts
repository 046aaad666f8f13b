/** What a command is, and the world it is given: streams, environment and clock come from outside, so tests hand in their own. */

/** Where text goes. Writing to a closed pipe raises `OutputClosed`. */
export interface Output {
  readonly isTty: boolean;
  /** Width in columns; undefined where nobody looks. */
  readonly columns: number | undefined;
  /** Resolves when more may be written. */
  write(text: string): Promise<void>;
}

/** The process as a command sees it. */
export interface Io {
  readonly stdin: AsyncIterable<Uint8Array>;
  readonly stdout: Output;
  readonly stderr: Output;
  readonly env: { readonly [name: string]: string | undefined };
  /** Milliseconds of a clock that never goes back. */
  readonly now: () => number;
  /**
   * From the first call on, Ctrl-C aborts the signal once instead of ending the process; a second one ends it. A command
   * that never calls this is ended by Ctrl-C as usual.
   */
  readonly interruption: () => AbortSignal;
}

/** An option of a command, as `--help` lists it. */
interface OptionSpec {
  readonly type: 'boolean' | 'string';
  readonly short?: string;
  readonly multiple?: boolean;
  /** What stands after the option in the help, such as `FILE`. */
  readonly value?: string;
  readonly help: string;
}

/** Options by long name. */
export type OptionSpecs = { readonly [name: string]: OptionSpec };

/** Arguments after parsing: read options with `flag`, `text` and `texts`. */
export interface ParsedArgs {
  readonly words: readonly string[];
  flag(name: string): boolean;
  text(name: string): string | undefined;
  texts(name: string): readonly string[];
}

/** One command: a row of the table in `main.ts`. */
export interface Command {
  readonly name: string;
  /** Forms of the arguments, without the program’s name. */
  readonly usage: readonly string[];
  /** One line for the list of commands. */
  readonly summary: string;
  readonly options: OptionSpecs;
  /** Most words that it takes beside options; left out: any number. More are wrong use. */
  readonly maxWords?: number;
  /** A program of its own that reports nothing here: of the common options it takes `--catalog` and `--help`. */
  readonly standsAlone?: true;
  /** Lines shown below the options, such as examples. */
  readonly notes?: readonly string[];
  /** Resolves to the exit status. Wrong use and unreadable input throw `CliError`. */
  run(args: ParsedArgs, io: Io): Promise<number>;
}

/** A fault of the caller: wrong use, or input that cannot be read. Ends the run with status 2 and one line. */
export class CliError extends Error {
  override readonly name = 'CliError';
}

/** True for a `CliError`, also of a command that was loaded later, which has a class of its own. */
export function isCliError(error: unknown): error is CliError {
  return error instanceof Error && error.name === 'CliError';
}

/** The reader of our output has gone, as in `error-lookup … | head`. Ends the run quietly. */
export class OutputClosed extends Error {
  override readonly name = 'OutputClosed';
}
