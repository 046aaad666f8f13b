/** Certificates and keys in text: Base64 between lines with a label (RFC 7468). */
import { fromBase64 } from './base64';
import type { FormBytes, FormReader } from './form';

/** Labels have capitals, digits and blanks (RFC 7468 3). */
const beginning = /-----BEGIN ([A-Z0-9 ]{1,60})-----/g;
/** Certificates of one text that are read. */
const limit = 20;

/** The digits behind a label, without the fields of older keys (`Proc-Type: 4,ENCRYPTED`, RFC 1421 4.4). */
function digitsOf(body: string): string {
  const lines = body.replaceAll('\\n', '\n').split('\n');
  return lines
    .filter((line) => !line.includes(':'))
    .join('')
    .replaceAll(/[\s>|]/g, '');
}

function read(text: string): FormBytes[] {
  const found: FormBytes[] = [];
  for (const match of text.matchAll(beginning)) {
    const label = match[1] ?? '';
    const start = match.index + match[0].length;
    const end = text.indexOf(`-----END ${label}-----`, start);
    const digits = digitsOf(text.slice(start, end < 0 ? text.length : end));
    const bytes = fromBase64(digits) ?? fromBase64(digits.slice(0, -1));
    if (found.length >= limit) break;
    const secret = label.includes('PRIVATE KEY');
    if (!secret && (!bytes || bytes.length === 0)) continue;
    const notes = [`Its label says ${label}.`];
    found.push(
      secret || !bytes
        ? { form: 'pem', bytes: new Uint8Array(0), truncated: end < 0, noBytes: true, keyLabel: label }
        : {
            form: 'pem',
            bytes,
            truncated: end < 0,
            notes,
            ...(/CERTIFICATE$/.test(label) && { spelling: 'certificate' }),
          },
    );
  }
  return found;
}

export const pem: FormReader = {
  forms: ['pem'],
  example: '-----BEGIN CERTIFICATE-----',
  read: ({ text }) => read(text),
};
