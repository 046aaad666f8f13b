/** Values whose text shows an address instead of the bytes: says what to print instead. */
import type { FormReader } from './form';

interface OpaqueValue {
  readonly form: string;
  readonly pattern: RegExp;
  readonly advice: string;
}

const values: readonly OpaqueValue[] = [
  {
    form: 'python-memoryview',
    pattern: /<memory at 0x[0-9a-f]+>/i,
    advice: 'A Python memoryview shows its address, not its bytes. Print bytes(mv) or mv.hex() instead.',
  },
  {
    form: 'pyzmq-frame',
    pattern: /<zmq\.[\w.]*Frame object at 0x[0-9a-f]+>|<zmq\.[\w.]*Frame\(\)>/i,
    advice: 'A pyzmq Frame shows its address, not its bytes. Print frame.bytes or frame.bytes.hex() instead.',
  },
  {
    form: 'none',
    pattern: /\[B@[0-9a-f]{4,16}\b/i,
    advice:
      'A Java byte[] shows its type and hash code, not its bytes. Print java.util.Arrays.toString(bytes) or HexFormat.of().formatHex(bytes).',
  },
  {
    form: 'none',
    pattern: /java\.nio\.\w*ByteBuffer[A-Z]?\[pos=\d+ lim=\d+ cap=\d+\]/,
    advice: 'A Java ByteBuffer shows position and limit, not its bytes. Print its remaining bytes as hex instead.',
  },
  {
    form: 'none',
    pattern: /\[object (?:ArrayBuffer|Uint8Array|Blob|DataView)\]|<(?:ArrayBuffer|SharedArrayBuffer) \[object\]>/,
    advice: 'This JavaScript object shows its type only. Print Buffer.from(value).toString("hex") instead.',
  },
];

/** The advice for a text that names an object without its bytes. */
export const opaque: FormReader = {
  forms: ['python-memoryview', 'pyzmq-frame'],
  example: '<memory at 0x7fd40da50b80>',
  read: ({ text }) =>
    values
      .filter((value) => value.pattern.test(text))
      .map((value) => ({
        form: value.form,
        bytes: new Uint8Array(0),
        truncated: false,
        noBytes: true,
        notes: [value.advice],
      })),
};
