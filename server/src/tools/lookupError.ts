/** The tool that says what an error line means. */
import * as z from 'zod';
import { toMatchReports } from '../core/match/report';
import { matchAnswer } from './matchAnswer';
import { defineTool } from './tool';

/** Most different errors explained in one answer. */
const maxErrors = 8;
/** Longest stretch of matched text given back, in UTF-16 units. */
const maxText = 2000;

/** `lookup_error` */
export const lookupError = defineTool({
  name: 'lookup_error',
  title: 'Look Up Error',
  description:
    'Explains error lines of LLM serving (vLLM, PyTorch, NCCL, CUDA, Transformers, Ray, ZMQ and others) from an offline catalog that was checked against the source. Give the lines as they were printed, with their prefixes and traceback. The answer has the verbatim template, file, line, commit and matched text of each known error; where nothing matches it says so, and then nothing is known about the line.',
  input: z.object({
    text: z
      .string()
      .min(1)
      .max(1_000_000)
      .describe('Lines of a log or terminal, as printed, at most 1,000,000 characters.'),
  }),
  run: async ({ text }, { lookup }) => {
    const bytes = new TextEncoder().encode(text);
    const matches = lookup.matchText(bytes, { level: 'WARNING' });
    const reports = toMatchReports(bytes, matches);
    const decoder = new TextDecoder();
    const seen = new Set<string>();
    const errors = matches.flatMap((match, i) => {
      const report = reports[i];
      if (!report || seen.has(match.site.code)) return [];
      seen.add(match.site.code);
      const matchedText = decoder.decode(bytes.subarray(match.span.start, match.span.end)).slice(0, maxText);
      const { line, start, endLine, end } = report;
      return [
        { line: line + 1, span: { line, start, endLine, end }, matchedText, ...matchAnswer(match, lookup.catalog) },
      ];
    });
    if (errors.length === 0) {
      const { siteCount, projects } = lookup.catalog;
      return {
        found: false,
        note: `None of the ${siteCount} places of ${projects.length} projects in the catalog prints this text. That says nothing about its cause: do not infer an explanation from this answer.`,
      };
    }
    return { found: true, errors: errors.slice(0, maxErrors), moreErrors: Math.max(0, errors.length - maxErrors) };
  },
});
