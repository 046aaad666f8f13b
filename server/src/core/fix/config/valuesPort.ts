/** Ports that a template of Helm takes from the values of its chart, told by the names of the values. */
import type { FixPlace } from '../fix';
import type { HttpSender } from './portPlace';
import { innerPlace, type YamlScalar } from './yamlTree';

/** A template that is one value of the chart, perhaps quoted or made a number. */
const reference = /^\{\{-?\s{0,9}\.Values\.([\w.]{1,200})(?:\s{0,9}\|\s{0,9}\w{1,20}){0,3}\s{0,9}-?\}\}$/;

/** Names of values that hold a ZMQ port of vLLM, and what listens there. */
const names: readonly (readonly [name: RegExp, what: string])[] = [
  [
    /\bkv_?events?(?:config)?\.(?:(?:zmq|pub|publisher|replay|endpoint)_?)?port$|\bkv_?events?_?port$/i,
    'the KV events',
  ],
  [
    /\bnixl\.(?:side_?channel_?)?port$|\bnixl_?(?:side_?channel_?)?port$|side_?channel\.?_?port$/i,
    'the NIXL handshake',
  ],
  [/\bdata_?parallel\.?_?rpc\.?_?port$/i, 'the data-parallel handshake'],
];

/**
 * What is wrong with sending HTTP to a port that a template takes from such a value. Which number it is, and which one HTTP
 * has, the values say, which stand in another file: it is explained only.
 */
export function valuesPortPlace(text: string, scalar: YamlScalar, { what }: HttpSender): FixPlace[] {
  const place = innerPlace(scalar);
  const path = reference.exec(text.slice(place.start, place.end))?.[1];
  const listens = path && names.find(([name]) => name.test(path))?.[1];
  if (!listens) return [];
  const why = `.Values.${path} is named for ${listens} over ZMQ, where ${what} is a malformed message; which value of the chart is its HTTP port cannot be told from a template.`;
  return [{ ...place, applicability: 'display-only', why, edits: [] }];
}
