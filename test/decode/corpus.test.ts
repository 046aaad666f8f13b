/** Every labelled payload: forms of text, kinds of bytes, captures of real clients. */
import { describe, test } from 'vitest';
import { checkPayload, corpus, type PayloadCase } from '../support/payloads';

describe.each(['forms.jsonl', 'kinds.jsonl', 'cases.jsonl', 'written.jsonl'])('%s', (name) => {
  test.each(corpus<PayloadCase>(name).map((payload) => [payload.id, payload] as const))('%s', (_, payload) => {
    checkPayload(payload);
  });
});
