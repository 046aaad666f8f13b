/** Text of a notebook cell's outputs, as far as an error can stand in it. */

/** Outputs as VS Code has them. */
export interface CellOutput {
  readonly items: readonly { readonly mime: string; readonly data: unknown }[];
}

/** Kinds of output with plain text (VS Code, `NotebookCellOutputItem`). */
const plainText = new Set([
  'application/vnd.code.notebook.stderr',
  'application/vnd.code.notebook.stdout',
  'text/plain',
]);

/** Longest text gathered, in UTF-16 units; the end counts, since tracebacks end in what went wrong. */
const maxText = 500_000;

/** The text of all outputs, the traceback of an error in place of its JSON. */
export function cellText(outputs: readonly CellOutput[]): string {
  const texts = outputs.flatMap(({ items }) => items.flatMap(({ mime, data }) => textOf(mime, data) ?? []));
  return texts.join('\n').slice(-maxText);
}

function textOf(mime: string, data: unknown): string | undefined {
  const bytes = bytesOf(data);
  if (!bytes) return undefined;
  const text = new TextDecoder().decode(bytes);
  if (plainText.has(mime)) return text;
  return mime === 'application/vnd.code.notebook.error' ? errorText(text) : undefined;
}

/**
 * The typed API says bytes. VS Code 1.139 hands over what `Buffer.toJSON` makes of them where an extension has made the
 * notebook (`openNotebookDocument` with data); cells of files and executed ones have real bytes.
 */
function bytesOf(data: unknown): Uint8Array | undefined {
  if (data instanceof Uint8Array) return data;
  const listed = typeof data === 'object' && data !== null && 'data' in data ? data.data : undefined;
  return Array.isArray(listed) ? Uint8Array.from(listed, Number) : undefined;
}

/** JSON of an error: name, message and stack, of which each may be missing. */
function errorText(json: string): string | undefined {
  let error: unknown;
  try {
    error = JSON.parse(json);
  } catch {
    return undefined;
  }
  const fields = new Map<string, unknown>(typeof error === 'object' && error !== null ? Object.entries(error) : []);
  const text = (key: string): string => {
    const value = fields.get(key);
    return typeof value === 'string' ? value : '';
  };
  const last = [text('name'), text('message')].filter((part) => part !== '').join(': ');
  const stack = text('stack');
  // A traceback ends in class and message; one that does not gets them.
  return stack.includes(text('message')) && stack !== '' ? stack : `${stack}\n${last}`.trim();
}
