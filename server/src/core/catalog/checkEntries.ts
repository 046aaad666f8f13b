/** Proofs that need no source and no matcher: links between entries, claims on one site, strength of texts. */
import { hole, templateShape } from '../source/shape';
import { checkEarlier } from './earlier';
import type { CatalogData, Entry, Template } from './entry';
import { isPage } from './page';
import type { CatalogProblem } from './problem';

/** Shortest literal that may identify a message by itself; weaker texts need `context`. */
const minLiteralLength = 16;

/** What is wrong with the entries, each by itself and with each other. `fileOf` names an entry’s file in problems. */
export function checkEntries(data: CatalogData, fileOf: (entry: Entry) => string): CatalogProblem[] {
  const known = new Set(data.entries.map(({ code }) => code));
  const alone = data.entries.flatMap((entry) =>
    [...checkLinks(entry, known), ...checkTriggers(entry, data), ...checkTemplates(entry), ...checkTexts(entry)].map(
      (fault) => ({ file: fileOf(entry), ...fault }),
    ),
  );
  alone.push(
    ...data.entries.flatMap((entry) => checkEarlier(entry, data).map((fault) => ({ file: fileOf(entry), ...fault }))),
  );
  return [...alone, ...checkClaims(data.entries, fileOf), ...checkRepeatedSamples(data.entries, fileOf)];
}

type Fault = Pick<CatalogProblem, 'message'> & { readonly help: string };

function checkLinks(entry: Entry, known: ReadonlySet<string>): Fault[] {
  const links = [...entry.leadsTo.map((to) => ['leadsTo', to]), ...entry.twins.map((to) => ['twins', to])];
  return links.flatMap(([field, to = '']) => {
    if (to === entry.code) return [{ message: `${field}: the entry points to itself`, help: `remove ${to}` }];
    if (known.has(to)) return [];
    return [{ message: `${field}: there is no entry ${to}`, help: 'correct the code or write that entry' }];
  });
}

function checkTriggers(entry: Entry, { triggers, pins }: CatalogData): Fault[] {
  const faults = entry.triggers
    .filter((id) => !Object.hasOwn(triggers, id))
    .map((id) => ({ message: `triggers: ${id} is not explained`, help: 'add it to triggers.yaml' }));
  // What was read on pages alone, such as a table of a closed library, has no commit.
  const places = [...entry.templates.flatMap(({ sites }) => sites), ...entry.evidence];
  if (Object.hasOwn(pins, entry.project) || places.every(({ file }) => isPage(file))) return faults;
  return [...faults, { message: `project: ${entry.project} has no pinned commit`, help: 'add it to pins.json' }];
}

function checkTemplates(entry: Entry): Fault[] {
  return entry.templates.flatMap((template, i) =>
    checkTemplate(template).map((fault) => inField(`templates.${i}`, fault)),
  );
}

function checkTemplate({ text, context, kind, level }: Template): Fault[] {
  const faults: Fault[] = [];
  const shape = templateShape(text);
  const longest = Math.max(0, ...shape.split(hole).map((literal) => literal.trim().length));
  if (longest < minLiteralLength && context.length === 0) {
    const message = `the longest literal of ${JSON.stringify(text)} has ${longest} characters`;
    faults.push({ message, help: `a text below ${minLiteralLength} needs context: what else the record must hold` });
  }
  // Doubled braces are literal ones; what is left open after taking them out opens nothing.
  if (templateShape(text.replaceAll('{{', '').replaceAll('}}', '')).includes('{')) {
    faults.push({ message: `${JSON.stringify(text)} has an unclosed brace`, help: 'double braces that are literal' });
  }
  if (/%(?:\(\w+\))?[sdrf]\b/.test(text)) {
    faults.push({ message: `${JSON.stringify(text)} holds a % conversion`, help: 'write run-time parts as {name}' });
  }
  if (kind === 'log' && level === undefined) {
    faults.push({ message: 'a log line has no level', help: 'give the level that the source logs with' });
  }
  return faults;
}

/** Samples that name a missing line, contradict themselves, or stand there twice. */
function checkTexts(entry: Entry): Fault[] {
  const texts = new Set<string>();
  const faults = entry.samples.flatMap(({ text, line, origin, source }, i) => {
    const found: Fault[] = [];
    if (texts.has(`${line}\0${text}`)) found.push({ message: 'the sample stands there twice', help: 'remove one' });
    texts.add(`${line}\0${text}`);
    const lines = text.split('\n').length;
    if (line >= lines) found.push({ message: `line ${line} of ${lines} is named`, help: 'lines count from 0' });
    if (origin !== 'template' && source === undefined) {
      found.push({ message: `the origin is ${origin} without a source`, help: 'say which report, or what was run' });
    }
    return found.map((fault) => inField(`samples.${i}`, fault));
  });
  const negatives = entry.negatives.flatMap(({ text }, i) =>
    entry.samples.some((sample) => sample.text === text)
      ? [inField(`negatives.${i}`, { message: 'the text is a sample as well', help: 'keep it in one place' })]
      : [],
  );
  return [...faults, ...negatives];
}

/** Two entries may not explain the same text at the same place. */
function checkClaims(entries: readonly Entry[], fileOf: (entry: Entry) => string): CatalogProblem[] {
  const claims = new Map<string, string>();
  const problems: CatalogProblem[] = [];
  for (const entry of entries) {
    const own = new Set(
      entry.templates.flatMap(({ text, sites }) =>
        sites.map(({ file, line }) => `${entry.project}:${file}:${line}: ${JSON.stringify(text)}`),
      ),
    );
    for (const claim of own) {
      const other = claims.get(claim);
      if (other === undefined) claims.set(claim, entry.code);
      else problems.push({ file: fileOf(entry), message: `${claim} belongs to ${other} already`, help: 'keep one' });
    }
  }
  return problems;
}

/** One line cannot be the first match of two entries. */
function checkRepeatedSamples(entries: readonly Entry[], fileOf: (entry: Entry) => string): CatalogProblem[] {
  const owners = new Map<string, string>();
  const problems: CatalogProblem[] = [];
  for (const entry of entries) {
    entry.samples.forEach(({ text, line }, i) => {
      const key = `${line}\0${text}`;
      const owner = owners.get(key) ?? entry.code;
      owners.set(key, owner);
      if (owner === entry.code) return;
      problems.push({ file: fileOf(entry), message: `samples.${i}: it is a sample of ${owner} too`, help: 'keep one' });
    });
  }
  return problems;
}

function inField(field: string, { message, help }: Fault): Fault {
  return { message: `${field}: ${message}`, help };
}
