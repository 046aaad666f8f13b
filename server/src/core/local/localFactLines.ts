/**
 * The text in which facts of this machine are kept, one a line: a line that is a string names the file of the facts below
 * it. The program writes and reads it; it is trusted by its checksum, and a line of another form is left out.
 */
import { factKinds } from '../catalog/factNumbers';
import { levels } from '../match/match';
import type { LocalFact } from './localFact';

/** A fact, and whether the catalog has the same message of the same function. */
export interface KeptFact extends LocalFact {
  readonly isCatalogued: boolean;
}

/** Writes facts, which stand together where they share a file. */
export function writeLocalFacts(facts: readonly KeptFact[]): string {
  let file: string | undefined;
  const lines: string[] = [];
  for (const fact of facts) {
    if (fact.file !== file) lines.push(JSON.stringify(fact.file));
    file = fact.file;
    const { function: name, kind, level, exception, template, line, endLine, digest, isCatalogued } = fact;
    lines.push(JSON.stringify([name, kind, level, exception, template, line, endLine, digest, isCatalogued ? 1 : 0]));
  }
  return `${lines.join('\n')}\n`;
}

/** Reads what {@link writeLocalFacts} wrote. */
export function readLocalFacts(text: string): KeptFact[] {
  const facts: KeptFact[] = [];
  let file = '';
  for (const line of text.split('\n')) {
    if (line === '') continue;
    const value = parse(line);
    if (typeof value === 'string') file = value;
    const fact = Array.isArray(value) ? factOf(value, file) : undefined;
    if (fact) facts.push(fact);
  }
  return facts;
}

/** Checked by hand: a server reads many such lines when a hover asks for them. */
function factOf(row: readonly unknown[], file: string): KeptFact | undefined {
  const [name, kindName, levelName, exceptionName, template, line, endLine, digest, known] = row;
  const kind = factKinds.find((it) => it === kindName);
  const level = levels.find((it) => it === levelName) ?? null;
  const exception = typeof exceptionName === 'string' ? exceptionName : null;
  if (!kind || typeof name !== 'string' || typeof template !== 'string') return undefined;
  if (typeof line !== 'number' || typeof endLine !== 'number' || typeof digest !== 'number') return undefined;
  const place = { file, function: name, line, endLine, digest };
  return { template, kind, level, exception, ...place, isCatalogued: known === 1 };
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
