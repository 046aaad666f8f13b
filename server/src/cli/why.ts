/** What a match rests on, and what was tried where nothing matched. */
import type { LineTrial, Match } from '../core/match/match';
import type { Matcher } from '../core/match/matcher';
import { shorten, visible } from '../core/render/visible';

/** One line an observation. */
export function whyOf(match: Match): string[] {
  const { site, evidence, alternatives, confidence, score } = match;
  return [
    `${confidence}, score ${score.toFixed(2)}, template: ${visible(JSON.stringify(site.template))}`,
    ...evidence.map(({ what, weight }) => `${weight < 0 ? '−' : '+'}${Math.abs(weight).toFixed(2)} ${visible(what)}`),
    ...alternatives.map((other) => `fits as well: ${other.code}, ${other.function} in ${other.file}:${other.line}`),
  ];
}

/** Most rejections named for one line. */
const maxRejections = 5;

/** Why a line shows nothing. */
function whyNot(trial: LineTrial): string[] {
  const peeled = trial.peeled.length > 0 ? ` after removing ${trial.peeled.join(', ')}` : '';
  const tried = trial.rejections
    .slice(0, maxRejections)
    .map(({ site, reason }) => `  not ${site.code}: ${visible(reason)}`);
  return [
    `looked up${peeled}: ${visible(JSON.stringify(shorten(trial.message, 200)))}`,
    ...(tried.length > 0 ? tried : ['  no template shares enough of its text']),
  ];
}

/** Most lines about which is said why nothing matched. */
const maxLinesTried = 20;

/** Why the first lines of a log show nothing. */
export function whyNothing(matcher: Matcher, log: Uint8Array): string[] {
  const out: string[] = [];
  let start = 0;
  for (let number = 1; start < log.length && out.length < maxLinesTried; number++) {
    const found = log.indexOf(NEWLINE, start);
    const end = found < 0 ? log.length : found;
    const isBlank = log.subarray(start, end).every((byte) => byte <= SPACE);
    if (!isBlank) out.push([`line ${number}: `, whyNot(matcher.trial(log, start)).join('\n  ')].join(''));
    start = end + 1;
  }
  return out;
}

const NEWLINE = 10;
const SPACE = 32;
