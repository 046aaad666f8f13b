/** The length of an identity proves the first byte of what a foreign client sent, and so its method. */
import { describe, expect, test } from 'vitest';
import { decode } from '../../server/src/core/decode/decode';

describe('an identity whose length does not fit', () => {
  const identity = 'T /metrics HTTP/1.1\r\nHost: 10.0.0.5:13345\r\nUser-Agent: Prometheus/2.53';
  const literal = (text: string): string => `b'${text.replaceAll('\r', '\\r').replaceAll('\n', '\\n')}'`;

  test('70 bytes are a GET', () => {
    const reading = decode(literal(identity), { hint: 'zmq-identity' });
    expect(reading.fields).toMatchObject({ method: 'GET', restored_prefix_hex: '4745' });
  });

  test('79 bytes are a PUT', () => {
    const reading = decode(literal(`${identity}.0-rc.1-x`), { hint: 'zmq-identity' });
    expect(reading.fields).toMatchObject({ method: 'PUT', restored_prefix_hex: '5055' });
  });

  test('75 bytes are no method that is known: only the first byte is told', () => {
    const reading = decode(literal(`${identity}.0-rc`), { hint: 'zmq-identity' });
    expect(reading.fields).toMatchObject({ first_byte_restored: '4c', identity_len: 75 });
    expect(reading.fields.method).toBeUndefined();
  });
});
