/** Reads a log file of this machine for tools. */
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { isAbsolute } from 'node:path';
import { ToolError } from '../tools/tool';

/** Bytes of a file, at most 1 MiB a piece. Pipes, devices and folders are refused, since they may never end. */
export async function* readLogFile(path: string): AsyncGenerator<Uint8Array> {
  if (!isAbsolute(path)) throw new ToolError(`${JSON.stringify(path)} is not an absolute path.`);
  try {
    const about = await stat(path);
    if (!about.isFile()) throw new ToolError(`${path} is not a file.`);
    for await (const piece of createReadStream(path, { highWaterMark: 1 << 20 })) yield piece;
  } catch (error) {
    if (error instanceof ToolError) throw error;
    throw new ToolError(`${path} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}
