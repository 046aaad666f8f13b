/** `error-lookup fix`: findings in source code and their edits. */
import { readFileSync, writeFileSync } from 'node:fs';
import type { Finding, SourceText } from '../../core/fix/finding';
import { applyEdits, createFixer, type Fixer, maxSourceLength } from '../../core/fix/fixer';
import { fixes } from '../../core/fix/fixes/all';
import { visible } from '../../core/render/visible';
import { languageIdOf, sourceExtensions } from '../../core/source/languageIds';
import { createStatementSites } from '../../core/statementSites';
import { loadParsers } from '../../node/parsers';
import { openCatalog } from '../catalog';
import { CliError, type Command, type Io, type ParsedArgs } from '../command';
import { reasonOf } from '../input';
import { jsonLine } from '../jsonLine';
import { styleOf } from '../style';
import { unifiedDiff } from '../unifiedDiff';

/** The command. */
export const fix: Command = {
  name: 'fix',
  usage: ['FILE… [--json | --diff | --write] [--only ID]'],
  summary: 'find code that dies on bad input, and change it; writes nothing unless --write',
  options: {
    json: { type: 'boolean', help: 'print one finding a line as JSON, with its edits' },
    diff: { type: 'boolean', help: 'print what --write would change, as a unified diff' },
    write: { type: 'boolean', help: 'change the files' },
    only: { type: 'string', value: 'ID', help: `only this fix: ${fixes.map(({ id }) => id).join(', ')}` },
  },
  notes: [
    '--diff and --write take safe changes only; with --only also those that need a look (unsafe).',
    'Findings that are only explained (display-only) say why nothing is changed.',
  ],
  async run(args, io) {
    const only = onlyFix(args);
    const modes = ['json', 'diff', 'write'].filter((mode) => args.flag(mode));
    if (modes.length > 1) throw new CliError(`fix: choose one of --${modes.join(' and --')}`);
    if (args.words.length === 0) throw new CliError('fix: name at least one source file');
    const sources = args.words.map(readSource);
    const changes = args.flag('diff') || args.flag('write');
    const parse = await loadParsers();
    const fixer = createFixer(
      parse,
      changes ? undefined : createStatementSites(openCatalog(args).catalog.sites, parse).entryWithin,
    );
    const find = (source: SourceText): Finding[] =>
      fixer.find(source).filter((finding) => only === undefined || finding.fix === only);
    for (const source of sources) {
      if (changes) await change(source, { find }, only !== undefined, args, io);
      else await report(source, find(source), args, io);
    }
    return 0;
  },
};

function onlyFix(args: ParsedArgs): string | undefined {
  const only = args.text('only');
  if (only === undefined || fixes.some(({ id }) => id === only)) return only;
  throw new CliError(`fix: there is no fix ${JSON.stringify(only)}; known are ${fixes.map(({ id }) => id).join(', ')}`);
}

function readSource(path: string): SourceText {
  const language = languageIdOf(path);
  if (!language) throw new CliError(`fix: ${path} is not source code known here (${sourceExtensions.join(' ')})`);
  let bytes: Buffer;
  try {
    bytes = readFileSync(path);
  } catch (error) {
    throw new CliError(`cannot read ${path}: ${reasonOf(error)}`);
  }
  const text = bytes.toString('utf8');
  // Writing such a file back would change bytes that no fix touched.
  if (!Buffer.from(text).equals(bytes)) throw new CliError(`cannot read ${path}: it is not UTF-8; convert it first`);
  if (text.length > maxSourceLength)
    throw new CliError(`cannot read ${path}: it is longer than ${maxSourceLength} characters`);
  return { path, language, text };
}

async function report(
  { path, text }: SourceText,
  findings: readonly Finding[],
  args: ParsedArgs,
  io: Io,
): Promise<void> {
  if (args.flag('json')) {
    for (const { isHarmless: _, ...finding } of findings) await io.stdout.write(jsonLine({ file: path, ...finding }));
    return;
  }
  const { bold, dim, green, yellow } = styleOf(io.stdout, io);
  const paint = { safe: green, unsafe: yellow, 'display-only': dim };
  for (const { fix: id, line, title, applicability, why, code, start } of findings) {
    const column = start - (text.lastIndexOf('\n', start - 1) + 1) + 1;
    const about = code === null ? '' : dim(` Read on: error-lookup show ${code}`);
    await io.stdout.write(
      `${visible(path)}:${line + 1}:${column}: ${bold(title)} ${paint[applicability](`[${id}, ${applicability}]`)}\n  ${why}${about}\n`,
    );
  }
  if (findings.length === 0) await io.stdout.write(`${visible(path)}: nothing to fix\n`);
}

/** Most rounds of changes to one file: a change can uncover the next. */
const maxRounds = 10;

async function change(source: SourceText, fixer: Fixer, withUnsafe: boolean, args: ParsedArgs, io: Io): Promise<void> {
  let text = source.text;
  let count = 0;
  for (let round = 0; round < maxRounds; round++) {
    const findings = fixer.find({ ...source, text }).filter(({ applicability, edits }) => {
      const allowed = applicability === 'safe' || (withUnsafe && applicability === 'unsafe');
      return allowed && edits.length > 0;
    });
    const chosen = withoutOverlaps(findings);
    if (chosen.length === 0) break;
    text = applyEdits(
      text,
      chosen.flatMap(({ edits }) => edits),
    );
    count += chosen.length;
  }
  if (args.flag('diff')) {
    const diff = unifiedDiff(source.path, source.text, text);
    // A file or a program gets the diff as it applies; a person only looks at it.
    await io.stdout.write(io.stdout.isTty ? visible(diff) : diff);
    return;
  }
  if (text !== source.text) write(source.path, text);
  await io.stdout.write(
    `${visible(source.path)}: ${count === 0 ? 'nothing changed' : `${count} ${count === 1 ? 'change' : 'changes'} written`}\n`,
  );
}

/** Findings whose edits touch each other are left for the next round. */
function withoutOverlaps(findings: readonly Finding[]): Finding[] {
  const chosen: Finding[] = [];
  for (const finding of findings) {
    const touches = chosen.some(({ edits }) =>
      edits.some((a) => finding.edits.some((b) => a.start <= b.end && b.start <= a.end)),
    );
    if (!touches) chosen.push(finding);
  }
  return chosen;
}

function write(path: string, text: string): void {
  try {
    writeFileSync(path, text);
  } catch (error) {
    throw new CliError(`cannot write ${path}: ${reasonOf(error)}`);
  }
}
