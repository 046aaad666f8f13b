/** Bytes of tensors in frames of their own behind a message: vllm/v1/serial_utils.py:237-273 at 9b9fc403. */

import type { KindReading } from '../kind/kind';
import { count } from '../text';
import { asArray } from '../vllm/message';
import { plainValue } from '../vllm/plain';
import { referenceOf, sizeFault, type TensorReference } from '../vllm/tensors';
import type { Layout } from './layout';

/** Values in which references are looked for. */
const visitLimit = 10_000;

/** Everything in a message that says in which frame its bytes stand. */
function referencesIn(root: unknown): TensorReference[] {
  const found: TensorReference[] = [];
  const pending: unknown[] = [root];
  for (let visits = 0; pending.length > 0 && visits < visitLimit; visits++) {
    const value = pending.pop();
    if (typeof value !== 'object' || value === null || value instanceof Uint8Array) continue;
    const reference = referenceOf(value);
    if (reference) found.push(reference);
    else pending.push(...[...(asArray(value) ?? Object.values(value))].slice(0, visitLimit).reverse());
  }
  return found;
}

function faultOf({ dtype, shape, frame }: TensorReference, behind: readonly Uint8Array[]): string | undefined {
  const bytes = behind[frame];
  const name = `${dtype} of shape [${shape.join(', ')}]`;
  if (!bytes)
    return `The bytes of a tensor (${name}) should stand in frame ${frame}, counted from the payload as 0, but only ${count(behind.length - 1, 'frame')} follow the payload: the receiver raises IndexError while it decodes the message.`;
  const fault = sizeFault(dtype, shape, bytes.length);
  return fault === undefined
    ? undefined
    : `Frame ${frame}, counted from the payload as 0, ${fault}: the receiver raises while it decodes the message.`;
}

/** Faults that are told. */
const faultLimit = 4;

/** Tensors of which the message says that their bytes stand in other frames, and they do not. */
export function auxProblems(frames: readonly Uint8Array[], layout: Layout, body: KindReading): string[] {
  const { schema } = body.fields;
  const payload = frames[layout.body];
  if (!payload || typeof schema !== 'string' || !/^(?:engine\.(?:request|outputs)|serial\.)/.test(schema)) return [];
  const plain = plainValue(payload);
  const behind = frames.slice(layout.body);
  return referencesIn(plain?.value)
    .flatMap((reference) => faultOf(reference, behind) ?? [])
    .slice(0, faultLimit);
}
