/** Links from `[core.py:708]` tags and traceback frames of a log to source files of the workspace. */
import type { CancellationToken, DocumentLink } from 'vscode-languageserver';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import { type TextSpan, toRange } from '../convert';
import type { Session } from '../session';

/** Longest document that is searched, in UTF-16 units, and most links made. */
const maxLength = 8_000_000;
const maxLinks = 2000;

/** A place in source that a log names. */
export interface NamedPlace extends TextSpan {
  readonly file: string;
  /** 1-based. */
  readonly line: number;
}

/** `[engine/core.py:708]`, as Python loggers with a file and line print it. Every part is bounded. */
const tag = /\[([\w./-]{1,200}\.[a-z]{1,4}):(\d{1,7})\]/g;

/** `File "/usr/lib/python3/x.py", line 12`, as tracebacks print it. */
const frame = /File "([^"\n]{1,500})", line (\d{1,7})/g;

/** Places named in a text, in order. */
export function namedPlaces(text: string): NamedPlace[] {
  return [tag, frame]
    .flatMap((pattern) =>
      [...text.matchAll(pattern)].map((found) => {
        const inner = pattern === tag ? 1 : 0;
        const start = found.index + inner;
        return { file: found[1] ?? '', line: Number(found[2]), start, end: found.index + found[0].length - inner };
      }),
    )
    .sort((a, b) => a.start - b.start);
}

/** Links to those places whose file is found; a place whose file is not found stays plain text. */
export async function documentLinks(
  session: Session,
  document: TextDocument,
  token: CancellationToken,
): Promise<DocumentLink[]> {
  const text = document.getText();
  if (text.length > maxLength) return [];
  const links: DocumentLink[] = [];
  for (const place of namedPlaces(text)) {
    if (links.length >= maxLinks || token.isCancellationRequested) break;
    const path = await session.sourceFiles.find(place.file);
    if (path === undefined) continue;
    const target = `${session.world.files.toUri(path)}#L${place.line}`;
    links.push({ range: toRange(document, place), target, tooltip: session.words.say('Open source') });
  }
  return links;
}
