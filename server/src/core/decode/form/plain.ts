/** Text that is itself the payload, and text that holds none. */
import { utf8Bytes } from '../text';
import type { FormReader } from './form';

/** An already decoded payload: the text is what arrived. */
export const text: FormReader = {
  forms: ['text'],
  bulk: true,
  example: 'T /metrics HTTP/1.1',
  read: ({ raw }) => {
    const payload = raw.trim();
    return payload === '' ? [] : [{ form: 'text', bytes: utf8Bytes(payload), truncated: false }];
  },
};
