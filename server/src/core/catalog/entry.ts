/**
 * The shape of one catalogued error, as people write it in `data/entries/<project>/<area>/<name>.yaml`.
 *
 * The JSON Schema for editors (`data/schema.json`) is generated from this file, so every description below is what an
 * author sees on completion. Text fields hold Markdown without raw HTML.
 */
import * as z from 'zod';
import { factTableSchema } from './facts';
import { projectName } from './projectName';

const line = z.number().int().positive();
const prose = z.string().trim().min(1);
const code = z
  .string()
  .regex(/^[a-z0-9_-]+(\/[a-z0-9-]+){2,}$/, 'a code is <project>/<area>/<name>, the last two in kebab case');
const date = z.string().regex(/^\d{4}-\d{2}-\d{2}$/, 'a date is YYYY-MM-DD');
const language = z.enum(['python', 'rust', 'javascript', 'typescript', 'shell', 'yaml', 'json', 'text']);

/** A release tag (`v0.13.0`) or, where no tag can be read, the state of upstream's main branch on a day. */
const version = z
  .string()
  .regex(/^(v\d+\.\d\S*|main@\d{4}-\d{2}-\d{2})$/, 'a version is a tag such as v0.13.0 or main@YYYY-MM-DD');

const siteSchema = z
  .strictObject({
    file: prose.describe(
      'Path relative to the root of the project’s repository; for a row of `data/tables`, the page of the row.',
    ),
    function: prose.describe('Qualified name: `Class.method`, `function`, or `<module>`.'),
    line: line.describe('Line of the raise, assert or log statement at the pinned commit (1-based).'),
  })
  .describe('A place in the source that makes the message.');

const templateSchema = z
  .strictObject({
    text: z
      .string()
      .describe(
        'The message as the source writes it, each run-time part as `{name}` (the source expression, or its name), literal braces doubled. `{x = }` is written `x = {x}`. Empty for an exception raised without text.',
      ),
    kind: z
      .enum(['raise', 'assert', 'log', 'warn', 'display', 'print'])
      .describe(
        'How the text leaves the program: raised, asserted, logged, warned, printed by a type’s Display, printed.',
      ),
    exception: prose
      .nullable()
      .optional()
      .describe('Exception class where it differs from the entry’s; null for a plain log line.'),
    level: z.enum(['DEBUG', 'INFO', 'WARNING', 'ERROR', 'CRITICAL']).optional().describe('Level of a log line.'),
    last: prose
      .optional()
      .describe(
        'Last version with this wording, where the source at the pin has another; the lines of its sites are that version’s.',
      ),
    sites: z.array(siteSchema).min(1),
    context: z
      .array(z.string().min(3))
      .default([])
      .describe(
        'Needed for weak texts (no literal of 16 characters, or common English): the line matches only if the same record or traceback also holds one of these texts.',
      ),
  })
  .describe('One wording of the message.');

const codeBlock = z.strictObject({ language, code: prose });

const evidenceSchema = z
  .strictObject({
    claim: prose.describe('The claim of this entry that the source proves, in a few words.'),
    file: prose,
    symbol: prose.describe('Function, class, constant or key that stands at that line.'),
    line,
    endLine: line.optional(),
  })
  .describe('Where the source, at the pinned commit, proves a claim.');

const sampleSchema = z.strictObject({
  text: prose.describe('Real lines; the entry must be the first match.'),
  line: z.number().int().nonnegative().default(0).describe('0-based line of the text that must match.'),
  origin: z
    .enum(['report', 'run', 'template'])
    .describe('From a public report, printed by a run of the real code, or built from the template.'),
  source: prose.optional().describe('For a report: `owner/repo#number`. For a run: what was run.'),
});

/** Schema of one entry file. */
export const entrySchema = z
  .strictObject({
    code: code.describe('Stable id; equals the file’s path below `data/entries` without `.yaml`.'),
    project: z.string().regex(projectName),
    title: prose.max(90).describe('A few words, for lists.'),
    summary: prose
      .max(240)
      .describe('One plain sentence: what is wrong. It is the first line of the hover, and never repeats the message.'),
    severity: z
      .enum(['critical', 'error', 'warning', 'info'])
      .describe('How bad it is for a running service. critical: the service or a needed part of it is gone.'),
    exception: prose.nullable().describe('Class of the exception, without module; null for a plain log line.'),
    role: z
      .enum(['cause', 'consequence', 'advice'])
      .describe(
        'cause: the first thing that went wrong. consequence: reports an earlier error. advice: nothing failed.',
      ),
    templates: z.array(templateSchema).min(1),
    meaning: prose.describe('What the program was doing and what the message says about it.'),
    when: prose.describe('When it happens: the exact condition in the code.'),
    effects: z.array(prose).default([]).describe('What stops working, and what goes on.'),
    situations: z.array(prose).default([]).describe('Common situations in which people meet it, most likely first.'),
    causes: z
      .array(
        z.strictObject({ cause: prose, check: prose.optional().describe('How to tell: a command and its answer.') }),
      )
      .min(1)
      .describe('Causes in order of likelihood.'),
    solutions: z
      .array(z.strictObject({ step: prose, block: codeBlock.optional() }))
      .min(1)
      .describe('What removes the cause, best first; numbered when shown.'),
    workaround: prose.optional().describe('What helps until the cause is removed; never a solution.'),
    example: z
      .strictObject({ language, before: prose, after: prose, note: prose.optional() })
      .optional()
      .describe('A change to code, configuration or a command line that fixes it.'),
    defensive: z
      .strictObject({
        validate: codeBlock.extend({ note: prose.optional() }).optional().describe('Check the input before.'),
        guard: codeBlock.extend({ note: prose.optional() }).optional().describe('Contain the failure.'),
      })
      .optional(),
    prevention: z.array(prose).default([]),
    triggers: z
      .array(z.string().regex(/^[a-z0-9-]+$/))
      .default([])
      .describe('What sets it off, from `data/triggers.yaml`; entries with the same trigger are related.'),
    leadsTo: z
      .array(code)
      .default([])
      .describe('Codes of the errors that wrap this one or follow from it on the same raise path.'),
    twins: z.array(code).default([]).describe('Codes of errors with the same text or meaning from another place.'),
    samples: z.array(sampleSchema).min(1),
    negatives: z
      .array(z.strictObject({ text: prose, why: prose }))
      .min(1)
      .describe('Lines that look alike and must not match this entry.'),
    evidence: z.array(evidenceSchema).min(1),
    versions: z.strictObject({
      first: version.nullable().describe('First version seen with this text; null if not known.'),
      last: version.nullable().describe('Last version seen with it; null: still there at the pin.'),
    }),
    upstream: z
      .array(
        z.strictObject({
          ref: z.string().regex(/^[\w.-]+\/[\w.-]+#\d+$/, 'a reference is owner/repo#number'),
          kind: z.enum(['issue', 'pull']),
          state: z.enum(['open', 'closed', 'merged']),
          asOf: date,
          note: prose.optional(),
        }),
      )
      .default([])
      .describe('Issues and pull requests about it, with their state on a date.'),
    fixedIn: version.nullable().default(null).describe('First version that no longer has the fault; null: none known.'),
    links: z.array(z.strictObject({ title: prose, url: z.url({ protocol: /^https$/ }) })).default([]),
    verified: z
      .strictObject({
        how: z
          .enum(['read', 'run'])
          .describe('read: in the source at the pin. run: the real code was executed as well.'),
        on: date,
        note: prose.optional(),
      })
      .describe('How the claims were checked.'),
  })
  .describe('One catalogued error.');

/** Where a project’s facts are read: `data/pins.json`. */
export const pinSchema = z.strictObject({
  repository: z.string().regex(/^[\w.-]+\/[\w.-]+$/),
  commit: z
    .string()
    .regex(/^([0-9a-f]{40}|v?\d+\.\d[\w.-]*)$/)
    .describe('A commit; the release tag where only the released package could be had.'),
  date,
  licence: z.string(),
});

/** The packed catalog that the build writes and that `--catalog` reads. */
export const catalogFileSchema = z.strictObject({
  pins: z.record(z.string(), pinSchema),
  triggers: z.record(z.string(), prose),
  entries: z.array(entrySchema),
  /** Harvested facts by project. */
  facts: z.record(z.string(), factTableSchema).optional(),
});

/** One catalogued error, checked and with defaults filled in. */
export type Entry = z.output<typeof entrySchema>;
/** One wording of an entry’s message. */
export type Template = Entry['templates'][number];
/** A raise or log statement at the pinned commit. */
export type Site = Template['sites'][number];
/** Commit at which a project was read. */
export type Pin = z.output<typeof pinSchema>;
/** All that a catalog consists of, as plain data. */
export type CatalogData = z.output<typeof catalogFileSchema>;
