/** The examples in the doc blocks of fixes. */
import { readFileSync } from 'node:fs';
import type { Applicability } from '../../server/src/core/fix/finding';

/** The example of a fix, and what it says about how the fix is offered. */
export interface Example {
  /** LSP language id. */
  readonly language: string;
  readonly before: string;
  /** Undefined for a fix that is only explained. */
  readonly after: string | undefined;
  readonly applicability: Applicability;
}

/** Reads the example of a fix. */
export function exampleOf(id: string): Example {
  const block = documentation(id);
  const before = fenced(block, 'Before');
  const after = fenced(block, 'After');
  const isUnsafe = block.some((line) => line.startsWith('Offered as unsafe'));
  return {
    language: before?.language ?? '',
    before: before?.code ?? '',
    after: after?.code,
    applicability: block.includes('Explained only.') ? 'display-only' : isUnsafe ? 'unsafe' : 'safe',
  };
}

/** The doc block of a fix without its comment margin. */
function documentation(id: string): string[] {
  const source = readFileSync(`server/src/core/fix/fixes/${id}.ts`, 'utf8');
  return source
    .slice(source.indexOf('/**'), source.indexOf('*/'))
    .split('\n')
    .map((line) => line.replace(/^ \* ?/, ''));
}

/** The fenced code after a heading; undefined without one. */
function fenced(block: readonly string[], heading: string): { language: string; code: string } | undefined {
  const heads = block.indexOf(`${heading}:`);
  if (heads < 0) return undefined;
  const close = block.indexOf('```', heads + 2);
  return {
    language: block[heads + 1]?.slice(3) ?? '',
    code: `${block.slice(heads + 2, close).join('\n')}\n`,
  };
}
