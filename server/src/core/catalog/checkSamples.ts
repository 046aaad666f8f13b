/** Proves through the matcher that each sample names its entry first and that no negative names it. */
import { levels, type MatchReport } from '../match/match';
import type { Matcher } from '../match/matcher';
import { toMatchReports } from '../match/report';
import type { Entry } from './entry';
import type { CatalogProblem } from './problem';

/** Samples and negatives of `entry` that come out otherwise. `file` names the entry’s own file in problems. */
export function checkSamples(entry: Entry, file: string, matcher: Matcher): CatalogProblem[] {
  const samples = entry.samples.flatMap(({ text, line }, i) => {
    const reports = reportsOf(matcher, text).filter((report) => report.line <= line && line <= report.endLine);
    const own = reports.find(({ code }) => code === entry.code);
    // What a run-time part of the message holds may be explained first: it is what the message carries.
    const [first] = reports.filter((report) => report === own || !own || !isInside(report, own));
    if (first && first === own) return [];
    const reason = first ? `the first match is ${first.code}` : reasonFor(entry.code, matcher, text, line);
    const help = 'compare the sample with the template, its prefix and its context';
    return [{ file, message: `samples.${i}: line ${line} does not match this entry: ${reason}`, help }];
  });
  const negatives = entry.negatives.flatMap(({ text }, i) => {
    if (!reportsOf(matcher, text).some(({ code }) => code === entry.code)) return [];
    return [{ file, message: `negatives.${i}: it matches this entry`, help: 'narrow the template or add context' }];
  });
  return [...samples, ...negatives];
}

/** True where `inner` is a smaller part of the text of `outer`. */
function isInside(inner: MatchReport, outer: MatchReport): boolean {
  const begins = inner.line > outer.line || (inner.line === outer.line && inner.start > outer.start);
  const ends = inner.endLine < outer.endLine || (inner.endLine === outer.endLine && inner.end <= outer.end);
  return begins && ends;
}

function reportsOf(matcher: Matcher, text: string): MatchReport[] {
  const bytes = new TextEncoder().encode(text);
  return toMatchReports(bytes, matcher.match(bytes, { level: levels[0] }));
}

/** Why the matcher did not take this entry on the line. */
function reasonFor(code: string, matcher: Matcher, text: string, line: number): string {
  const before = text.split('\n').slice(0, line);
  const offset = new TextEncoder().encode(before.map((it) => `${it}\n`).join('')).length;
  const { message, rejections } = matcher.trial(new TextEncoder().encode(text), offset, { level: levels[0] });
  const own = rejections.find(({ site }) => site.code === code);
  return own?.reason ?? `nothing fits ${JSON.stringify(message.slice(0, 200))}`;
}
