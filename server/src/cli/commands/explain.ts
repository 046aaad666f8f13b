/** `error-lookup explain`: logs of any size, explained. */
import { version } from '../../../../package.json';
import { type LocalPart, withLocal } from '../../core/bundle';
import type { Catalog } from '../../core/catalog/catalog';
import type { Incident } from '../../core/incident/incident';
import { createMatcher } from '../../core/match/matcher';
import { messageOf } from '../../core/render/message';
import { sizeText } from '../../core/render/size';
import { shorten, visible } from '../../core/render/visible';
import type { FindPlaces } from '../../node/local/installed';
import { defaultStore } from '../../node/local/store';
import { startBlockThread } from '../blockThread';
import { CliError, type Command, type Io, type ParsedArgs } from '../command';
import { follow, followPipe } from '../follow';
import { type Input, openInputs } from '../input';
import { type LogReader, type LogRun, readLogs } from '../logs';
import { catalogToMatch, ignoreOptions, isBundled, matchOptions } from '../matching';
import { styleOf, widthOf } from '../style';

const severities = ['critical', 'error', 'warning'];

/** The command. */
export const explain: Command = {
  name: 'explain',
  usage: [
    '[FILE… | -] [--json | --summary | --sarif | --github] [--why] [--fail-on error]',
    '--follow FILE | - [--json]',
  ],
  summary: 'explain what goes wrong in logs of any size, first cause first',
  options: {
    json: { type: 'boolean', help: 'print one match a line as JSON, with its incident, causes and consequences' },
    summary: { type: 'boolean', help: 'print one line an error' },
    sarif: { type: 'boolean', help: 'print a SARIF 2.1.0 document, for viewers and code scanning' },
    github: { type: 'boolean', help: 'print workflow commands of GitHub Actions, which annotate the run' },
    follow: {
      type: 'boolean',
      help: 'wait for what is added to FILE, or comes through a pipe, and name each error when it is first met',
    },
    why: { type: 'boolean', help: 'also say what each match rests on, or what was tried where nothing matched' },
    'fail-on': {
      type: 'string',
      value: 'SEVERITY',
      help: 'exit with 1 if anything this bad was found: critical, error or warning',
    },
    installed: {
      type: 'boolean',
      help: 'name places in the packages that `error-lookup index` read for this folder',
    },
    threads: {
      type: 'string',
      value: 'N',
      help: 'threads that read a log: 1 (default), or 2, which take half the time and more memory',
    },
    ...ignoreOptions,
  },
  notes: ['Without FILE it reads standard input. Ctrl-C stops reading and explains what was found until then.'],
  async run(args, io) {
    checkForm(args);
    const limit = failLimit(args);
    const options = matchOptions(args);
    const withHelper = wantsHelper(args) && !args.flag('follow');
    const inputs = openInputs(args.words, io);
    if (args.flag('follow')) checkFollow(args);
    const here = args.flag('installed') ? await readInstalledHere(io) : undefined;
    const { catalog, indexed } = withLocal(await catalogToMatch(args), here ? [here.part] : []);
    const [part] = indexed;
    // Another thread knows the bundled catalog alone.
    const isShared = part && isBundled(args) && !here && withHelper;
    const reader = {
      catalog,
      matcher: createMatcher(indexed),
      options,
      json: args.flag('json'),
      ...(here && { places: here.places }),
      ...(isShared && { startHelper: () => startBlockThread(options, part.sites) }),
    };
    const run = await (args.flag('follow') ? followLog(inputs, reader, io) : readLogs(inputs, reader, io));
    if (!args.flag('json')) await print(run, inputs, reader, args, io);
    return run.incidents.some((incident) => severityRank(incident, catalog) <= limit) ? 1 : 0;
  },
};

/** Ways to print, of which one is chosen. */
const forms = ['json', 'summary', 'sarif', 'github'] as const;

function checkForm(args: ParsedArgs): void {
  const [first, second] = forms.filter((form) => args.flag(form));
  if (second) throw new CliError(`explain: choose --${first} or --${second}, not both`);
  if (args.flag('follow') && (first === 'sarif' || first === 'github'))
    throw new CliError(`explain: --${first} wants the whole log, and --follow has none`);
}

/** True where the user asks for a second thread. */
function wantsHelper(args: ParsedArgs): boolean {
  const threads = args.text('threads') ?? '1';
  if (threads !== '1' && threads !== '2')
    throw new CliError(`explain: --threads wants 1 or 2, not ${JSON.stringify(threads)}`);
  return threads === '2';
}

/** What was read of installed packages for the folder in which the command runs. */
async function readInstalledHere(io: Io): Promise<{ part: LocalPart; places: FindPlaces }> {
  const { installedPlaces } = await import('../../node/local/installed');
  const { readInstalled } = await import('../../node/local/packagesIndex');
  const store = defaultStore(io.env, process.platform);
  const report = readInstalled({ kind: 'installed', workspace: [process.cwd()], store });
  if (report.packages.length === 0)
    throw new CliError(
      'explain: --installed: no packages were read for this folder; run error-lookup index FOLDER here',
    );
  return { part: report.part, places: installedPlaces(report) };
}

function checkFollow(args: ParsedArgs): void {
  const [path, ...others] = args.words;
  if (path === undefined || others.length > 0) throw new CliError('explain: --follow wants one FILE, or - for a pipe');
}

/** Reads a log that grows until the user stops it; each new error is named at once. */
function followLog(inputs: readonly Input[], reader: LogReader, io: Io): Promise<LogRun> {
  const signal = io.interruption();
  const style = styleOf(io.stdout, io);
  const onIncident: LogReader['onIncident'] = async (_, { match, report }) => {
    const title = reader.catalog.get(match.site.code)?.title ?? shorten(messageOf(match), 100);
    const when = match.record.time === null ? '' : `${visible(match.record.time)}  `;
    const where = style.dim(`line ${report.line + 1}  error-lookup show ${match.site.code}`);
    await io.stdout.write(`${when}${style.bold(title)}  ${where}\n`);
  };
  const followed = inputs.map(({ name, chunks }) => {
    return { name, size: undefined, chunks: name === '-' ? followPipe(chunks) : follow(name, signal) };
  });
  return readLogs(followed, reader.json ? reader : { ...reader, onIncident }, io, signal);
}

/** The rank of the mildest severity that makes `--fail-on` fail; -1 without the option. */
function failLimit(args: ParsedArgs): number {
  const name = args.text('fail-on');
  const limit = name === undefined ? -1 : severities.indexOf(name);
  if (name !== undefined && limit < 0) {
    throw new CliError(`explain: --fail-on wants critical, error or warning, not ${JSON.stringify(name)}`);
  }
  return limit;
}

/** Index in `severities`; a site without an entry counts by its level. */
function severityRank({ code, example }: Incident, catalog: Catalog): number {
  const { site } = example.match;
  const known = catalog.get(code)?.severity;
  const severity = known ?? (site.exception !== null || site.level === 'ERROR' ? 'error' : site.level?.toLowerCase());
  const rank = severities.indexOf(severity ?? '');
  return rank < 0 ? severities.length : rank;
}

async function print(
  run: LogRun,
  inputs: readonly Input[],
  { catalog, matcher, places }: LogReader,
  args: ParsedArgs,
  io: Io,
): Promise<void> {
  const { incidents, bytes, stopped } = run;
  const style = styleOf(io.stdout, io);
  if (stopped) await io.stderr.write(`error-lookup: stopped after ${sizeText(bytes)}; this was found until then\n`);
  if (args.flag('sarif') || args.flag('github')) {
    await printAnnotations(incidents, catalog, args, io);
    return;
  }
  if (incidents.length === 0) {
    await io.stdout.write(nothingFound(bytes, args));
    if (!args.flag('why')) return;
    const { whyNothing } = await import('../why');
    await io.stdout.write(`${whyNothing(matcher, run.beginning).join('\n')}\n`);
    return;
  }
  if (args.flag('summary')) {
    const { summarize } = await import('../summary');
    for (const line of summarize(incidents, catalog)) await io.stdout.write(`${line}\n`);
    return;
  }
  const total = incidents.reduce((sum, { count }) => sum + count, 0);
  const kinds = incidents.length === 1 ? 'one known error' : `${incidents.length} known errors`;
  const times = total === 1 ? 'seen once' : `seen ${total} times`;
  await io.stdout.write(`${style.dim(`${kinds}, ${times}, in ${sizeText(bytes)} of ${namesOf(inputs)}`)}\n\n`);
  const options = {
    style,
    width: widthOf(io.stdout),
    why: args.flag('why'),
    nameLogs: inputs.length > 1,
    ...(places && { places }),
  };
  const { explainIncidents } = await import('../explanation');
  const blocks = explainIncidents(incidents, catalog, options);
  await io.stdout.write(blocks.join('\n'));
}

/** What machines read has the same form where nothing was found. */
async function printAnnotations(
  incidents: readonly Incident[],
  catalog: Catalog,
  args: ParsedArgs,
  io: Io,
): Promise<void> {
  const { annotate } = await import('../annotations');
  const annotations = annotate(incidents, catalog);
  if (args.flag('sarif')) {
    const { sarifText } = await import('../sarif');
    await io.stdout.write(sarifText(annotations, version));
    return;
  }
  const { githubLines } = await import('../github');
  for (const line of githubLines(annotations)) await io.stdout.write(`${line}\n`);
}

function namesOf(inputs: readonly Input[]): string {
  const [first] = inputs;
  if (inputs.length > 1 || !first) return `${inputs.length} logs`;
  return first.name === '-' ? 'standard input' : first.name;
}

function nothingFound(bytes: number, args: ParsedArgs): string {
  if (bytes === 0) return 'The log is empty.\n';
  const hint = args.text('level') === undefined ? '; --level info looks at mild messages too' : '';
  return `No known error in ${sizeText(bytes)}${hint}.\n`;
}
