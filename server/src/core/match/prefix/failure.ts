/** What programs print around the message of a failure that ends them, or that they report of another program. */
import { encode, hasText, indexOf } from '../bytes';
import { blanksEnd, byteSet, type Layer } from './layer';

/** Longest name of a thread looked through. */
const MAX_THREAD = 240;
const panicked = encode(' panicked at ');
const details = ['details = "', 'debug_error_string = "'];

/** The fields that gRPC’s Python prints of a failed call, below `status = StatusCode.…`. */
export const grpc: Layer = {
  name: 'grpc',
  where: 'start',
  first: byteSet('d'),
  take({ bytes, end }, at) {
    const field = details.find((text) => hasText(bytes, at, end, text));
    return field ? at + field.length : at;
  },
};

/** What libstdc++ prints of an exception that nobody caught: `  what():  `. */
export const what: Layer = {
  name: 'what',
  where: 'start',
  first: byteSet('w'),
  take(state, at) {
    return hasText(state.bytes, at, state.end, 'what():') ? blanksEnd(state, at + 7) : at;
  },
};

/** Rust’s `thread 'main' panicked at `; the message follows in quotes, or on the next line after a place (since 1.73). */
export const panic: Layer = {
  name: 'panic',
  where: 'start',
  first: byteSet('t'),
  take({ bytes, end }, at) {
    if (!hasText(bytes, at, end, "thread '")) return at;
    const stop = indexOf(bytes, panicked, at, Math.min(end, at + MAX_THREAD));
    return stop < 0 ? at : stop + panicked.length;
  },
};
