/** JSON documents: log lines whose message holds a literal, and the ways in which Node.js writes buffers. */
import type { FormBytes, FormReader } from './form';
import { pythonBytes } from './pythonBytes';

/** Longer documents are not parsed. */
const textLimit = 20_000_000;
const visitLimit = 100_000;
const nestingLimit = 4;

/** The document at the start of the text, or between its first and last brace. */
function parseDocument(text: string): unknown {
  const start = text.indexOf('{');
  const end = text.lastIndexOf('}');
  if (start < 0 || end <= start || text.length > textLimit) return undefined;
  // Braces inside a literal belong to its bytes: b'data: {"id": 1}'.
  const literal = text.slice(0, start).search(/(?<!\w)b["']/);
  if (literal >= 0 && !/["'] ?,? ?$/.test(text.slice(literal + 2, start))) return undefined;
  try {
    return JSON.parse(text.slice(start, end + 1));
  } catch {
    return undefined;
  }
}

function isByteList(value: unknown): value is number[] {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.every((each) => Number.isInteger(each) && each >= -128 && each <= 255)
  );
}

function listForm(form: string, list: readonly number[]): FormBytes {
  return { form, bytes: Uint8Array.from(list), truncated: false };
}

/** `{"type": "Buffer", "data": [131, 166]}` and `{"0": 131, "1": 166}`. */
function bufferForm(value: object): FormBytes | undefined {
  const entries = new Map<string, unknown>(Object.entries(value));
  const data = entries.get('data');
  if (entries.get('type') === 'Buffer' && isByteList(data)) return listForm('node-buffer-json', data);
  const list = [...entries.values()];
  const indexed = entries.size > 2 && [...entries.keys()].every((key, i) => key === String(i));
  return indexed && isByteList(list) ? listForm('node-uint8array-json', list) : undefined;
}

/** Literals inside a string, and inside JSON that the string itself holds. */
function stringForms(text: string, nesting: number): FormBytes[] {
  if (nesting < nestingLimit && text.includes('{')) {
    const inner = parseDocument(text);
    const forms = inner === undefined ? [] : documentForms(inner, nesting + 1);
    if (forms.length > 0) return forms;
  }
  return pythonBytes
    .read({ raw: text, text })
    .map((form) => (form.form === 'python-bytes' ? { ...form, form: 'json-escaped-repr' } : form));
}

/** Everything in a document that is bytes, by a walk with a stack of its own. */
function documentForms(root: unknown, nesting: number): FormBytes[] {
  const found: FormBytes[] = [];
  const pending: unknown[] = [root];
  for (let visits = 0; pending.length > 0 && visits < visitLimit; visits++) {
    const value = pending.pop();
    if (typeof value === 'string') found.push(...stringForms(value, nesting));
    else if (isByteList(value) && value.length >= 4)
      found.push({ ...listForm('decimal-array', value), tentative: true });
    else if (typeof value === 'object' && value !== null) {
      const buffer = bufferForm(value);
      if (buffer) found.push(buffer);
      else for (const child of Object.values(value).reverse()) pending.push(child);
    }
  }
  return found;
}

export const jsonText: FormReader = {
  forms: ['json-escaped-repr', 'node-buffer-json', 'node-uint8array-json', 'decimal-array'],
  example: '{"msg": "Received b\'\\\\x83\\\\xa6status\'"} or {"type": "Buffer", "data": [131]}',
  read: ({ text }) => {
    const root = parseDocument(text);
    return root === undefined ? [] : documentForms(root, 0).sort((a, b) => b.bytes.length - a.bytes.length);
  },
};
