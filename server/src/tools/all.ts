/** Every tool, and running one by its name. */
import { decodePayload } from './decodePayload';
import { findRootCause } from './findRootCause';
import { lookupError } from './lookupError';
import { type Tool, ToolError, type ToolWorld } from './tool';

/** One row a tool. */
export const tools: readonly Tool[] = [lookupError, decodePayload, findRootCause];

/** Runs a tool on input from outside. An unknown name or wrong input throws {@link ToolError}. */
export async function runTool(name: string, input: unknown, world: ToolWorld): Promise<object> {
  const tool = tools.find((known) => known.name === name);
  if (!tool)
    throw new ToolError(
      `There is no tool ${JSON.stringify(name)}; there are ${tools.map((it) => it.name).join(', ')}.`,
    );
  const read = tool.input.safeParse(input);
  if (read.success) return tool.run(read.data, world);
  const [issue] = read.error.issues;
  throw new ToolError(`${tool.name}: ${issue?.path.join('.') || 'input'}: ${issue?.message ?? 'wrong input'}`);
}
