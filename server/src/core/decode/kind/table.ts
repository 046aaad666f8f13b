/**
 * All kinds, in the order in which equally sure readings are ranked: exact magic bytes, then text protocols, then
 * formats whose lengths must agree, then what ZMTP framing left, then formats that prove little by themselves.
 */
import { eaten } from './eaten';
import { http1 } from './http1';
import { identity } from './identity';
import type { KindReader } from './kind';
import { msgpack } from './msgpack';
import { empty, text, zeros } from './plain';
import { tls } from './tls';

export const kindReaders: readonly KindReader[] = [empty, eaten, http1, tls, msgpack, zeros, identity, text];
