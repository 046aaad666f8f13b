/** Text that is itself the payload, and text that holds none. */
import { utf8Bytes } from '../text';
import { unmarked, withoutColours } from './clean';
import type { FormBytes, FormReader } from './form';
import { requestStart } from './requestText';

function toBytes(text: string, tentative: boolean): FormBytes {
  return { form: 'text', bytes: utf8Bytes(text), truncated: false, tentative };
}

/** A request in the middle of a line, up to a quote that closes it. */
function requestInside(text: string): FormBytes[] {
  const start = requestStart(text);
  if (start <= 0) return [];
  const quote = text.charAt(start - 1);
  const end = quote === "'" || quote === '"' ? text.indexOf(quote, start) : -1;
  return [toBytes(text.slice(start, end < 0 ? text.length : end), true)];
}

/** What begins with the first control character of a line: a program printed bytes as they came. */
function controlsInside(text: string): FormBytes[] {
  for (let at = 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code < 32 && code !== 9 && code !== 10 && code !== 13) return [toBytes(text.slice(at), true)];
  }
  return [];
}

/** An already decoded payload: the text is what arrived, or holds it. */
export const text: FormReader = {
  forms: ['text'],
  bulk: true,
  example: 'T /metrics HTTP/1.1',
  read: ({ raw }) => {
    const plain = withoutColours(raw);
    const payload = plain.trim();
    if (payload === '') return [];
    const inner = unmarked(payload);
    const inside = inner === undefined ? [] : [toBytes(inner, true), ...requestInside(inner)];
    const whole = [toBytes(payload, true), ...requestInside(payload), ...controlsInside(plain)];
    return [...inside, ...whole, toBytes(inner ?? payload, false)];
  },
};
