/** The tool that reads a whole log and says what went wrong first. */
import * as z from 'zod';
import type { Catalog } from '../core/catalog/catalog';
import type { Incident } from '../core/incident/incident';
import { createIncidents } from '../core/incident/incidents';
import { type Story, tellStories } from '../core/incident/stories';
import { messageOf } from '../core/render/message';
import { identity, matchAnswer } from './matchAnswer';
import { defineTool, ToolError, type ToolWorld } from './tool';

/** Most causes in one answer, and most consequences of each. */
const maxCauses = 4;
const maxConsequences = 12;

/** `find_root_cause` */
export const findRootCause = defineTool({
  name: 'find_root_cause',
  title: 'Find Root Cause',
  description:
    'Reads a whole log of LLM serving and puts its known errors in order: what went wrong first, what followed from it, in which process and when, and whether the log holds the first cause at all. Give the path of a log file of any size, or the text itself.',
  input: z.object({
    file: z.string().min(1).optional().describe('Absolute path of a log file. Give this or `text`, not both.'),
    text: z.string().min(1).max(5_000_000).optional().describe('The log itself, at most 5,000,000 characters.'),
  }),
  run: async ({ file, text }, world) => {
    const { lookup } = world;
    const collector = createIncidents(lookup.catalog);
    const scanner = lookup.createScanner({ level: 'WARNING' });
    const log = file ?? 'text';
    let bytes = 0;
    for await (const piece of pieces(world, file, text)) {
      bytes += piece.length;
      for (const found of scanner.push(piece)) collector.add(log, found);
    }
    for (const found of scanner.end()) collector.add(log, found);
    const stories = tellStories(collector.incidents(), lookup.catalog);
    return {
      found: stories.length > 0,
      bytesRead: bytes,
      causes: stories.slice(0, maxCauses).map((story) => storyAnswer(story, lookup.catalog)),
      moreCauses: Math.max(0, stories.length - maxCauses),
    };
  },
});

function pieces(
  { readFile }: ToolWorld,
  file: string | undefined,
  text: string | undefined,
): AsyncIterable<Uint8Array> {
  if ((file === undefined) === (text === undefined)) throw new ToolError('Give either `file` or `text`.');
  if (text !== undefined) return once(new TextEncoder().encode(text));
  if (file === undefined || !readFile) throw new ToolError('There are no files here: give the log as `text`.');
  return readFile(file);
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

function storyAnswer({ incident, consequences }: Story, catalog: Catalog): object {
  const isConsequence = incident.example.match.site.role === 'consequence';
  return {
    ...occurrences(incident),
    ...matchAnswer(incident.example.match, catalog),
    firstCauseIsInLog: !isConsequence,
    ...(isConsequence && { note: 'This reports an earlier error that is not among the known errors of this log.' }),
    consequences: consequences.slice(0, maxConsequences).map((it) => ({
      ...occurrences(it),
      ...identity(it.example.match, catalog),
      linkedBy: it.link ?? null,
    })),
    moreConsequences: Math.max(0, consequences.length - maxConsequences),
  };
}

/** The message, and where it stands; lines are 1-based, as editors show them. */
function occurrences({ example, count, first, last, processes }: Incident): object {
  return {
    message: messageOf(example.match),
    count,
    first: { line: first.line + 1, time: first.time, process: first.process },
    last: { line: last.line + 1, time: last.time, process: last.process },
    processes,
  };
}
