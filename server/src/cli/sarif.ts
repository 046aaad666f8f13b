/** Errors of logs as a SARIF 2.1.0 log (OASIS standard of 2020-03-27), for viewers and code scanning. */
import type { Annotation } from './annotations';

/** Most results that code scanning of GitHub takes from one run. */
const maxResults = 25_000;

/** The document; one rule an error, one result an error and log. Ends with a line end. */
export function sarifText(annotations: readonly Annotation[], version: string): string {
  const shown = annotations.slice(0, maxResults);
  const rules = new Map(shown.map((it) => [it.code, rule(it)]));
  const indexes = new Map([...rules.keys()].map((code, index) => [code, index]));
  const driver = { name: 'Error Lookup', semanticVersion: version, rules: [...rules.values()] };
  const results = shown.map((it) => result(it, indexes.get(it.code) ?? 0));
  const document = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    // Lines and columns are counted in UTF-16 units wherever they are given.
    runs: [{ tool: { driver }, columnKind: 'utf16CodeUnits', results }],
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}

function rule({ code, title, summary, level, project }: Annotation) {
  return {
    id: code,
    shortDescription: { text: title },
    fullDescription: { text: summary },
    help: { text: `${summary}\nRead on: error-lookup show ${code}` },
    defaultConfiguration: { level },
    properties: { tags: [project] },
  };
}

function result({ code, level, title, text, count, log, line, lastLine }: Annotation, ruleIndex: number) {
  const last = lastLine === line ? {} : { relatedLocations: [{ id: 1, ...placeOf(log, lastLine) }] };
  return {
    ruleId: code,
    ruleIndex,
    level,
    message: { text: `${title}\n${text}` },
    locations: [placeOf(log, line)],
    ...last,
    occurrenceCount: count,
    // The same error in the same log is the same result, wherever it moves to.
    partialFingerprints: { 'errorAndLog/v1': `${code} ${log}` },
  };
}

function placeOf(log: string, startLine: number) {
  return { physicalLocation: { artifactLocation: { uri: uriOf(log) }, region: { startLine } } };
}

/** A relative or absolute reference; standard input has a name alone. */
function uriOf(log: string): string {
  if (log === '-') return 'standard-input';
  const path = log.replaceAll('\\', '/').split('/').map(encodeURIComponent).join('/');
  if (path.startsWith('/')) return `file://${path}`;
  return /^[A-Za-z]%3A\//.test(path) ? `file:///${path.replace('%3A', ':')}` : path.replace(/^(?:\.\/)+/, '');
}
