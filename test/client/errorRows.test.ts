import { describe, expect, it } from 'vitest';
import {
  contextOf,
  type ErrorLog,
  type ErrorRow,
  errorMarkdown,
  explainedErrors,
  logContextOf,
  onePerFile,
  rowsOf,
} from '../../client/src/views/errorRows';
import type { LogError } from '../../server/src/lsp/protocol';

function error(fields: Partial<LogError> = {}): LogError {
  return {
    code: 'vllm/test/frame',
    title: 'Frame',
    summary: 'The peer is no listener of ours.',
    severity: 'error',
    project: 'vllm',
    explained: true,
    role: 'cause',
    count: 1,
    first: { line: 11, time: '08:14:55' },
    last: { line: 11, time: '08:14:55' },
    example: { line: 11, time: '08:14:55' },
    processes: ['Engine pid=7'],
    message: 'HandshakeError: Unexpected frame!',
    captures: [],
    detail: 'Engine pid=7 · 08:14:55',
    ...fields,
  };
}

const listener = error({ code: 'vllm/test/listener', title: 'Listener', role: 'consequence' });
const unknown = error({ code: 'site-1', title: 'Some text {x}', explained: false, role: null });

function logOf(fields: Partial<ErrorLog> = {}): ErrorLog {
  const stories = [
    { error: error(), consequences: [listener] },
    { error: unknown, consequences: [] },
  ];
  return { id: 'file', kind: 'file', title: 'a.log', uri: 'file:///a.log', stories, ...fields };
}

function firstRow(fields: Partial<LogError>, log: Partial<ErrorLog> = {}): ErrorRow {
  const [row] = rowsOf(logOf({ stories: [{ error: error(fields), consequences: [] }], ...log })).errors;
  if (!row) throw new Error('no row');
  return row;
}

describe('rows of a log', () => {
  it('have each cause above what it set off, and an id each', () => {
    const { errors } = rowsOf(logOf());
    expect(errors.map((row) => [row.error.title, row.consequences.map((it) => it.error.title)])).toEqual([
      ['Frame', ['Listener']],
      ['Some text {x}', []],
    ]);
    expect(errors[0]?.consequences[0]?.cause).toBe(errors[0]);
    const ids = errors.flatMap((row) => [row.id, ...row.consequences.map(({ id }) => id)]);
    expect(new Set(ids).size).toBe(3);
  });

  it('count those that have a page', () => {
    expect(explainedErrors(logOf().stories).map(({ title }) => title)).toEqual(['Frame', 'Listener']);
  });

  it.each<[Partial<LogError>, string | undefined, string]>([
    [{}, 'file:///a.log', 'error explained place'],
    [{ explained: false }, 'file:///a.log', 'error place'],
    [{}, undefined, 'error explained'],
  ])('of %j in %s have the menus of %s', (fields, uri, words) => {
    const { uri: _uri, ...log } = logOf();
    const stories = [{ error: error(fields), consequences: [] }];
    const [row] = rowsOf({ ...log, stories, ...(uri !== undefined && { uri }) }).errors;
    expect(row && contextOf(row)).toBe(words);
  });
});

describe('a list of logs', () => {
  const open = logOf({ stories: [{ error: error(), consequences: [] }] });
  const terminal = logOf({ id: 'terminal', kind: 'terminal', title: 'bash' });
  const analyzed = logOf({ id: 'analyzed a', kind: 'analyzed', size: 7 });
  const other = logOf({ id: 'analyzed b', kind: 'analyzed', title: 'b.log', uri: 'file:///b.log' });
  const slice = logOf({ uri: 'slice:/a.log 1', partOf: 'file:///a.log' });

  it('has a file once that is open and was analyzed, as the editor holds it and with the menus of both', () => {
    const { uri: _uri, ...command } = terminal;
    const logs = onePerFile([open, command, analyzed, other]);
    expect(logs).toEqual([{ ...open, id: 'analyzed a', isAnalyzed: true }, command, other]);
    expect(logs.map(logContextOf)).toEqual(['file analyzed', 'terminal', 'analyzed']);
  });

  it('has no lines of a file that stands in it', () => {
    expect(onePerFile([slice, analyzed])).toEqual([analyzed]);
    expect(onePerFile([slice, other])).toEqual([slice, other]);
  });
});

describe('an error as Markdown', () => {
  it('says what it is, what it says and where it stands', () => {
    const row = firstRow({ count: 3, last: { line: 40, time: '09:00:00' } });
    expect(errorMarkdown(row)).toBe(
      '**Frame** (`vllm/test/frame`)\n\nThe peer is no listener of ours.\n\n' +
        '```text\nHandshakeError: Unexpected frame!\n```\n\n' +
        '3 times in a.log · first in line 12 · 08:14:55 – 09:00:00 · Engine pid=7\n',
    );
  });

  it('leaves out what is not known', () => {
    const none = { line: 0, time: null };
    const row = firstRow({ explained: false, first: none, last: none, processes: [] });
    expect(errorMarkdown(row)).toMatch(/^\*\*Frame\*\*\n/);
    expect(errorMarkdown(row)).toMatch(/\n\nonce in a\.log · first in line 1\n$/);
  });

  it('keeps a message with backticks inside its fence', () => {
    const text = errorMarkdown(firstRow({ message: 'a ```` b' }));
    expect(text).toContain('\n`````text\na ```` b\n`````\n');
  });
});
