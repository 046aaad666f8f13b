/** Rows for the fixes: code in, code out. */
import { expect } from 'vitest';
import type { Finding } from '../../server/src/core/fix/finding';
import { applyEdits, createFixer } from '../../server/src/core/fix/fixer';
import { loadParsers } from '../../server/src/node/parsers';

const parse = await loadParsers();
const fixer = createFixer(parse);

/** Findings of one fix. */
export function findingsOf(fix: string, text: string, language = 'python'): Finding[] {
  return fixer.find({ path: 'example', language, text }).filter((finding) => finding.fix === fix);
}

/** The one place of `before` is offered as `applicability`, and its edits give `after`, where nothing is left to do. */
export function checkFix(
  fix: string,
  before: string,
  after: string,
  applicability = 'safe',
  language = 'python',
): void {
  const findings = findingsOf(fix, before, language);
  expect(findings.map((finding) => [finding.applicability, finding.why])).toEqual([
    [applicability, expect.any(String)],
  ]);
  const result = applyEdits(before, findings[0]?.edits ?? []);
  expect(result).toBe(after);
  expect(hasSyntaxError(result, language)).toBe(hasSyntaxError(before, language));
  expect(findingsOf(fix, result, language)).toEqual([]);
}

/** Nothing is offered and nothing is said. */
export function checkNone(fix: string, text: string, language = 'python'): void {
  expect(findingsOf(fix, text, language)).toEqual([]);
}

/** The change is explained but not offered; the reason holds `reason` and the place holds `at`. */
export function checkWithheld(fix: string, text: string, reason: string, at: string, language = 'python'): void {
  const findings = findingsOf(fix, text, language);
  expect(findings.map((finding) => finding.applicability)).toEqual(['display-only']);
  const [finding] = findings;
  expect(finding?.edits).toEqual([]);
  expect(finding?.why).toContain(reason);
  expect(text.slice(finding?.start, finding?.end)).toContain(at);
  // No other fix may take the place as safe either.
  const all = fixer.find({ path: 'example', language, text });
  // Leaving a closed socket is another matter: no message is dropped there.
  const drops = all.filter((other) => other.fix !== 'leave-closed-socket');
  expect(drops.filter((other) => other.applicability === 'safe')).toEqual([]);
}

/** True when a text does not parse without an error. */
function hasSyntaxError(text: string, language = 'python'): boolean {
  const tree = parse(language, text);
  const broken = tree?.rootNode.hasError ?? true;
  tree?.delete();
  return broken;
}
