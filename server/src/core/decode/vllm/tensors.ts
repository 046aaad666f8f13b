/** Tensors and arrays inside messages: vllm/v1/serial_utils.py:237-273 at 9b9fc403. */
import { ExtData } from '@msgpack/msgpack';
import * as z from 'zod';
import { asArray, get, hasKeys, int, isInt, natural, show, type VllmMessage } from './message';

/** Names of torch's dtypes, and numpy's dtype strings. */
const dtypeShape = /^(?:(?:b?float|u?int|complex)\d{1,3}(?:_\w{1,12})?|bool|half|double|long|[<>|=][a-zA-Z]\d{1,3})$/;

/** The dtype, where a value has the shape of a tensor: [dtype, shape, data]. */
function dtypeOf(value: unknown): string | undefined {
  const [dtype, shape] = asArray(value, 3, 3) ?? [];
  const fits =
    typeof dtype === 'string' &&
    dtypeShape.test(dtype) &&
    asArray(shape)?.every((size) => isInt(size) && size >= 0) === true;
  return fits ? dtype : undefined;
}

function isNumpy(value: unknown): boolean {
  return /^[<>|=]/.test(dtypeOf(value) ?? '');
}

function dataOf(value: unknown): unknown {
  return asArray(value, 3, 3)?.[2];
}

/** Bytes of one element by the name of a dtype; undefined where the name does not tell. */
function elementSize(dtype: string): number | undefined {
  const numpy = /^[<>|=]([a-zA-Z])(\d{1,3})$/.exec(dtype);
  if (numpy) return numpy[1] === 'U' ? 4 * Number(numpy[2]) : Number(numpy[2]);
  if (dtype === 'bool') return 1;
  if (dtype === 'half') return 2;
  if (dtype === 'double' || dtype === 'long') return 8;
  const bits = Number(/^(?:b?float|u?int|complex)(\d{1,3})/.exec(dtype)?.[1]);
  return bits % 8 === 0 && bits > 0 ? bits / 8 : undefined;
}

/**
 * What is wrong with the number of bytes behind [dtype, shape, data], as a remark; undefined where they fit.
 * @param length Bytes that are there.
 */
export function sizeFault(dtype: string, shape: readonly unknown[], length: number): string | undefined {
  const size = elementSize(dtype);
  const needed = shape.reduce<number>((all, each) => all * Number(each), size ?? 0);
  if (size === undefined || needed === length) return undefined;
  return `holds ${length} bytes, but ${dtype} of shape [${shape.map(show).join(', ')}] takes ${needed}`;
}

const shape = z.array(natural);
const cannotDecode = 'the receiver raises while it decodes the message';

const extCode = z.instanceof(ExtData).refine((ext) => ext.type === 3, 'must be ext code 3, the raw bytes');

function inline(name: string, numpy: boolean): VllmMessage {
  return {
    name,
    title: `${numpy ? 'NumPy array' : 'torch tensor'} with its bytes in the message (fewer than 256 bytes)`,
    matches: (value) => dataOf(value) instanceof ExtData && dtypeOf(value) !== undefined && isNumpy(value) === numpy,
    schema: z.tuple([z.string(), shape, extCode]).superRefine(([dtype, sizes, ext], context) => {
      const length = typeof ext.data === 'function' ? undefined : ext.data.length;
      const fault = length === undefined ? undefined : sizeFault(dtype, sizes, length);
      if (fault !== undefined) context.addIssue({ code: 'custom', path: [2], message: fault });
    }),
    consequence: cannotDecode,
    explain: (value) => [
      `dtype ${show(dtypeOf(value))}, shape [${(asArray(asArray(value)?.[1]) ?? []).map(show).join(', ')}].`,
    ],
  };
}

/** A tensor whose bytes stand in another frame of its message. */
export interface TensorReference {
  readonly dtype: string;
  readonly shape: readonly (number | bigint)[];
  /** Index of the frame, counted from the payload as 0. */
  readonly frame: number;
}

/** The reference that a value is, or undefined where it is another value. */
export function referenceOf(value: unknown): TensorReference | undefined {
  const [dtype, sizes, frame] = [dtypeOf(value), asArray(asArray(value)?.[1]), dataOf(value)];
  if (dtype === undefined || !sizes || typeof frame !== 'number' || !Number.isInteger(frame) || frame < 1)
    return undefined;
  return { dtype, shape: sizes.filter(isInt), frame };
}

const aux: VllmMessage = {
  name: 'serial.tensor.aux',
  title: 'Tensor of 256 bytes or more: its bytes are in another frame of the same message',
  matches: (value) => dtypeOf(value) !== undefined && isInt(dataOf(value)),
  schema: z.tuple([z.string(), shape, int.refine((index) => index > 0, 'must be the index of a frame, 1 or more')]),
  consequence: cannotDecode,
  explain: (value) => [`The bytes are in frame ${show(dataOf(value))}, counted from the main payload as 0.`],
};

const outOfBand: VllmMessage = {
  name: 'serial.tensor.oob',
  title: 'Handle of a tensor that travels through a torch queue (mm_tensor_ipc=torch_shm)',
  matches: (value) => dtypeOf(value) !== undefined && hasKeys(dataOf(value), 'sender_id', 'message_id', 'tensor_id'),
  schema: z.tuple([z.string(), shape, z.object({ sender_id: z.string(), message_id: int, tensor_id: int })]),
  consequence: cannotDecode,
  explain: (value) => [
    `Sender ${show(get(dataOf(value), 'sender_id'))}, message ${show(get(dataOf(value), 'message_id'))}.`,
  ],
};

const pickled = new Map([
  [1, 'pickle'],
  [2, 'cloudpickle'],
]);

/** serial_utils.py:42-44: codes 1 and 2 hold pickles. */
const pickleExt: VllmMessage = {
  name: 'serial.ext.pickle',
  title: "A Python object as pickle inside vLLM's ext codes 1 or 2",
  matches: (value) => value instanceof ExtData && pickled.has(value.type),
  schema: z.never({ error: 'a pickle is refused unless VLLM_ALLOW_INSECURE_SERIALIZATION=1 is set on both sides' }),
  consequence: 'the receiver raises NotImplementedError (Extension type code … is not supported)',
};

export const tensorMessages: readonly VllmMessage[] = [
  inline('serial.tensor.inline', false),
  inline('serial.ndarray.inline', true),
  aux,
  outOfBand,
  pickleExt,
];
