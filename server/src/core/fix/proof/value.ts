/** What an expression of the handling gives, as far as the proof has to know. */

/**
 * - `plain`: made in this round and not of the message;
 * - `bytes`: bytes or text of the message, whose own methods take them in any form;
 * - `number`: a whole number of the message, as large as that says;
 * - `frames`: the list of frames as it came;
 * - `message`: made of the message, of any shape;
 * - `shared`: something that outlives the round;
 * - `item`: a thing in a table that outlives the round, looked at in a search;
 * - `mixed`: the message, or something that outlives the round.
 */
type Kind = 'plain' | 'bytes' | 'number' | 'frames' | 'message' | 'shared' | 'item' | 'mixed';

export interface Value {
  readonly kind: Kind;
  /**
   * The places that a shared value may be, as source text; none where it is only known to be somewhere. For a value of the
   * round the places that it tells of, as text of one or the answer to a question does.
   */
  readonly roots: readonly string[];
}

const made = (kind: Kind): Value => ({ kind, roots: [] });

export const plain = made('plain');
export const bytes = made('bytes');
export const number = made('number');
export const frames = made('frames');
export const message = made('message');
export const somewhere = made('shared');
export const item = made('item');
export const mixed = made('mixed');

/** A value that tells of places. */
export function telling({ kind }: Value, of: readonly Value[]): Value {
  return { kind, roots: [...new Set(of.flatMap(({ roots }) => roots))] };
}

/** What a search in these places found. */
export function foundIn(roots: readonly string[]): Value {
  return shared(roots.map((root) => `${root}${found}`));
}

/** True for what a search found: it is there, so long as nothing has changed. */
export function isFound({ kind, roots }: Value): boolean {
  return kind === 'shared' && roots.every((root) => root.endsWith(found));
}

const found = '.[?]';

/** The places of what is in these, which are parts of them. */
export function within(roots: readonly string[]): Value {
  return shared(roots.map((root) => `${root}.[]`));
}

/** A value that is one of these places. */
export function shared(roots: readonly string[]): Value {
  return { kind: 'shared', roots };
}

/** True for what depends on the message. */
export function isReceived({ kind }: Value): boolean {
  return /^(?:bytes|number|frames|message|mixed)$/.test(kind);
}

/** True for what was decoded from the message: of any shape, so that much that is done with it can fail. */
export function isDecoded({ kind }: Value): boolean {
  return kind === 'message' || kind === 'mixed';
}

/** True for what was made in this round, so that changing it changes nothing else. */
export function isOwn({ kind }: Value): boolean {
  return kind !== 'shared' && kind !== 'item' && kind !== 'mixed';
}

/** A value of which only the worse of two is known. */
export function either(one: Value, other: Value | undefined): Value {
  if (!other) return one;
  const roots = [...new Set([...one.roots, ...other.roots])];
  if (one.kind === other.kind) return { kind: one.kind, roots };
  if (isOwn(one) && isOwn(other)) return { kind: 'message', roots };
  return isReceived(one) || isReceived(other) ? { kind: 'mixed', roots } : shared(roots);
}

/** What a function of the library makes of its arguments. */
export function madeOf(values: readonly Value[]): Value {
  if (values.some(({ kind }) => kind === 'shared' || kind === 'item' || kind === 'mixed')) {
    return values.some(isReceived) ? mixed : somewhere;
  }
  return values.some(isReceived) ? message : plain;
}
