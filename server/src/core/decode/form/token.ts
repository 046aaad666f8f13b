/** JSON Web Tokens (RFC 7519): three base64url parts. The bytes are the header; the signature is never shown. */
import { utf8 } from '../text';
import { fromBase64 } from './base64';
import type { FormReader } from './form';

const tokenShape = /(?<![\w-])eyJ[\w-]{2,4000}\.(?:eyJ[\w-]{2,20000})?\.[\w-]{0,4000}/;

export const token: FormReader = {
  forms: ['base64url'],
  example: 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln',
  read: ({ text }) => {
    const [header = '', payload = ''] = tokenShape.exec(text)?.[0].split('.') ?? [];
    const bytes = fromBase64(header);
    const claims = fromBase64(payload);
    if (!bytes || bytes.length === 0) return [];
    const shown = claims ? utf8(claims) : undefined;
    return [
      {
        form: 'base64url',
        bytes,
        truncated: false,
        spelling: 'jwt',
        notes: shown ? [`Claims: ${shown.slice(0, 1000)}`] : [],
      },
    ];
  },
};
