/** A message and the place on this machine that makes it. */
import { hash32 } from '../catalog/siteId';
import type { Fact } from '../harvest/fact';

/** A harvested message with what proves later that it still stands there. */
export interface LocalFact
  extends Pick<Fact, 'template' | 'kind' | 'level' | 'exception' | 'file' | 'function' | 'line' | 'endLine'> {
  /** Of the lines of the statement, as {@link digestOfLines} makes it; 0 where the file was not read. */
  readonly digest: number;
}

/** A distribution that is installed. */
export interface InstalledPackage {
  /** As its METADATA spells it. */
  readonly name: string;
  readonly version: string;
}

/** Digest of the 1-based lines [line, endLine] of a file; 0 where it has fewer. */
export function digestOfLines(lines: readonly string[], line: number, endLine: number): number {
  if (line < 1 || endLine > lines.length) return 0;
  return hash32(lines.slice(line - 1, endLine).join('\n')) || 1;
}

/** Lines of a file, without their ends. */
export function linesOf(text: string): string[] {
  return text.split(/\r?\n/);
}

/** What is kept of a fact, and its proof. */
export function toLocalFact(fact: Fact, digest: number): LocalFact {
  const { template, kind, level, exception, file, function: name, line, endLine } = fact;
  return { template, kind, level, exception, file, function: name, line, endLine, digest };
}
