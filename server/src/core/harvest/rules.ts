/** Which files of a project are harvested: globs with a reason each. */
import * as z from 'zod';
import { projectName } from '../catalog/projectName';
import { levels } from '../match/match';
import { templateShape } from '../source/shape';
import type { Fact } from './fact';

const prose = z.string().trim().min(1);

const rule = z.strictObject({
  glob: prose.describe('Path from the root of the repository; `*` within a name, `**` across folders.'),
  reason: prose.describe('Why such files are taken or left out.'),
});

/** A version that was harvested. */
const point = z.strictObject({
  version: prose.describe('Release tag, or `main@` and the day.'),
  commit: z
    .string()
    .regex(/^[0-9a-f]{40}$/)
    .optional()
    .describe('Left out where only the released package could be had; then the tag says enough.'),
  date: z.string().regex(/^\d{4}-\d{2}-\d{2}$/),
});

/** Schema of `data/harvest/<project>.yaml`. */
export const harvestRulesSchema = z.strictObject({
  project: z.string().regex(projectName),
  source: prose.describe('Which repositories were read, and what stood in for what.'),
  include: z.array(rule).min(1),
  exclude: z.array(rule).default([]),
  texts: z
    .array(z.strictObject({ template: prose, reason: prose }))
    .default([])
    .describe('Wordings left out wherever they stand; names of run-time parts do not count.'),
  lowest: z
    .enum(levels)
    .default('DEBUG')
    .describe('Log lines below this level are left out: a server does not print them.'),
  context: z
    .array(z.string().min(3))
    .default([])
    .describe(
      'Proofs of the project, such as its module path: one must stand in the record or traceback of a wording that other programs have too.',
    ),
  points: z.array(point).default([]).describe('Versions harvested, oldest first.'),
});

/** What to harvest of a project, and what was. */
export type HarvestRules = z.output<typeof harvestRulesSchema>;

/** Tells whether a message is left out wherever it stands: for its wording or its level. */
export function createTextRuling({
  texts,
  lowest,
}: Pick<HarvestRules, 'texts' | 'lowest'>): (fact: Pick<Fact, 'template' | 'level'>) => boolean {
  // The rules are trimmed, and many messages end with a line break.
  const shapeOf = (template: string): string => templateShape(template).trim();
  const unwanted = new Set(texts.map(({ template }) => shapeOf(template)));
  const isLow = (level: Fact['level']): boolean => level !== null && levels.indexOf(level) < levels.indexOf(lowest);
  return ({ template, level }) => isLow(level) || unwanted.has(shapeOf(template));
}

/** The rule that a path falls under. */
export interface Ruling {
  readonly taken: boolean;
  /** Glob of the rule; undefined where no rule includes the path. */
  readonly glob?: string;
}

/** Decides on paths: taken where an include rule fits and no exclude rule does. */
export function createRuling({
  include,
  exclude,
}: Pick<HarvestRules, 'include' | 'exclude'>): (path: string) => Ruling {
  const wanted = include.map(({ glob }) => globPattern(glob));
  const unwanted = exclude.map(({ glob }) => ({ glob, pattern: globPattern(glob) }));
  return (path) => {
    if (!wanted.some((pattern) => pattern.test(path))) return { taken: false };
    const found = unwanted.find(({ pattern }) => pattern.test(path));
    return found ? { taken: false, glob: found.glob } : { taken: true };
  };
}

/** Pattern of a glob. Our own files hold these globs, not users; each part is matched greedily but once. */
function globPattern(glob: string): RegExp {
  const source = glob
    .split(/(\*\*\/|\*\*|\*)/)
    .map((part) => {
      if (part === '**/') return '(?:.*/)?';
      if (part === '**') return '.*';
      return part === '*' ? '[^/]*' : part.replace(/[.+?^${}()|[\]\\]/g, '\\$&');
    })
    .join('');
  return new RegExp(`^${source}$`);
}
