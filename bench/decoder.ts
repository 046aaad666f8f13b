/** What the measurements of the decoder run. */
export { decode, decodeBytes } from '../server/src/core/decode/decode';
export { findPayloads } from '../server/src/core/decode/find';
export { readingToJson } from '../server/src/core/decode/json';
export { readingDocument } from '../server/src/core/render/readingDocument';
export { fuzzInputs } from '../test/support/fuzz';
