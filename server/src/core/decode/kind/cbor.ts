/** CBOR: RFC 8949. One item must take all bytes; the self-described tag d9d9f7 (3.4.6) proves it. */
import { hasHex, u8 } from '../bytes';
import { oneLine } from '../text';
import { type CborItem, readCbor } from './cborItem';
import { type KindReader, leaf, type Payload } from './kind';

/** Without tag and hint: a map with text keys, or an array of several values, that ends with the bytes. */
function isPlausible(payload: Payload, item: CborItem): boolean {
  if (!item.complete) return payload.truncated && item.major === 5 && item.textKeys > 0 && payload.bytes.length > 8;
  if (item.end !== payload.bytes.length) return false;
  return (
    (item.major === 5 && item.textKeys > 0) ||
    (item.major === 4 && payload.bytes.length > 3) ||
    (item.major === 6 && item.textKeys > 0)
  );
}

/** True for a map with a key that is a word. */
function hasNames({ value }: CborItem): boolean {
  return (
    value !== null &&
    typeof value === 'object' &&
    Object.keys(value).some((key) => /^[\w.:/ -]{2,}$/.test(key) && !/^\d+$/.test(key))
  );
}

export const cbor: KindReader = {
  kinds: ['cbor'],
  source: 'RFC 8949 3, 3.4.6',
  fallback: 'large',
  read: (payload) => {
    const { bytes, hint } = payload;
    const marked = hasHex(bytes, 'd9d9f7');
    if (!marked && hint !== 'cbor' && u8(bytes, 0) < 0x80) return undefined;
    const item = readCbor(bytes);
    if (!item || (!marked && hint !== 'cbor' && !isPlausible(payload, item))) return undefined;
    const shown = oneLine(JSON.stringify(item.value), 160);
    // Numbers in an array may be anything; names of fields are not there by chance.
    const confidence = marked || hint === 'cbor' ? 'proven' : hasNames(item) ? 'fits' : 'weak';
    return {
      kind: 'cbor',
      confidence,
      summary: `${confidence === 'weak' ? 'Perhaps ' : ''}CBOR${item.complete ? '' : ', truncated'}: ${shown}`,
      details: item.end < bytes.length ? [`${bytes.length - item.end} bytes left over behind the item.`] : [],
      fields: {
        [item.complete ? 'value' : 'partial_value']: item.value,
        ...(item.end < bytes.length && { trailing_offset: item.end }),
      },
      tree: [leaf(0, item.end, 'item', shown)],
      ...(!item.complete && { incomplete: true }),
    };
  },
};
