/** `error-lookup annotate`: a filter for pipelines. */

import type { MatchOptions } from '../../core/match/match';
import { createMatcher, type Matcher } from '../../core/match/matcher';
import { toMatchReports } from '../../core/match/report';
import type { Command } from '../command';
import { jsonLine } from '../jsonLine';
import { catalogToMatch, ignoreOptions, matchOptions } from '../matching';
import { type NdjsonLine, readNdjson } from '../ndjson';

/** The command. */
export const annotate: Command = {
  name: 'annotate',
  usage: ['< OBJECTS'],
  summary: 'add `matches` to NDJSON objects that have a `text`, for pipelines',
  options: ignoreOptions,
  maxWords: 0,
  notes: [
    'One object a line in, the same object with `matches` added out, in the same order, written at once.',
    'A line that is no such object is answered by one with an `error` and no matches; the filter goes on.',
  ],
  async run(args, io) {
    const options = matchOptions(args);
    const matcher = createMatcher((await catalogToMatch(args)).indexed);
    for await (const line of readNdjson(io.stdin)) {
      await io.stdout.write(jsonLine(answer(line, matcher, options)));
    }
    return 0;
  },
};

function answer(line: NdjsonLine, matcher: Matcher, options: MatchOptions): object {
  if ('error' in line) return { error: `line ${line.number}: ${line.error}`, matches: [] };
  const { text } = line.value;
  if (typeof text !== 'string') {
    return { ...line.value, error: `line ${line.number}: the object has no string \`text\``, matches: [] };
  }
  const bytes = new TextEncoder().encode(text);
  return { ...line.value, matches: toMatchReports(bytes, matcher.match(bytes, options)) };
}
