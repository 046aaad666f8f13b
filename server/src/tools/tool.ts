/** What a tool for language models is. Answers are plain data that carry their source, so that nothing has to be invented. */
import type * as z from 'zod';
import type { ErrorLookup } from '../core/service';

/** What tools work with. */
export interface ToolWorld {
  readonly lookup: ErrorLookup;
  /**
   * Bytes of a file of this machine, piece by piece; left out where there are no files. A file that cannot be read throws
   * {@link ToolError}.
   */
  readonly readFile?: (path: string) => AsyncIterable<Uint8Array>;
}

/** One tool. Texts are written for a model that has to choose it and to fill its input. */
export interface Tool<Input extends z.ZodObject = z.ZodObject> {
  /** `verb_noun`, as VS Code’s guide to tools asks. */
  readonly name: string;
  /** For a person. */
  readonly title: string;
  readonly description: string;
  readonly input: Input;
  /** The answer: an object that JSON can hold. */
  run(input: z.output<Input>, world: ToolWorld): Promise<object>;
}

/** Input that a tool cannot work with. The message says what to do instead. */
export class ToolError extends Error {
  override readonly name = 'ToolError';
}

/** The tool as it was written, with the type of its input known inside it alone. */
export function defineTool<Input extends z.ZodObject>(tool: Tool<Input>): Tool {
  return { ...tool, run: (input, world) => tool.run(input as z.output<Input>, world) };
}
