/** Tools for the language models of the editor. */
import { runTool } from '../../tools/all';
import { ToolError } from '../../tools/tool';
import type { ToolAnswer, ToolParams } from '../protocol';
import type { Session } from '../session';

/** The answer where a fault of ours stops a tool; the log has the fault. */
export const toolFailed: ToolAnswer = { ok: false, text: 'Error Lookup failed; its output channel says why.' };

/** Runs a tool. Wrong input is answered with a sentence that the model can act on. */
export async function tool(session: Session, { name, input }: ToolParams): Promise<ToolAnswer> {
  const { readLog: readFile } = session.world;
  try {
    const answer = await runTool(name, input, { lookup: await session.lookup(), ...(readFile && { readFile }) });
    return { ok: true, text: JSON.stringify(answer) };
  } catch (error) {
    if (error instanceof ToolError) return { ok: false, text: error.message };
    throw error;
  }
}
