/** Digests as tools write them: `sha256: 9f86…`, `SHA1(file)= a999…`, `9f86…  file`, `name@sha256:9f86…`. */
import { fromHex } from '../bytes';
import type { FormReader } from './form';

/** Hex digits of each algorithm. */
const lengths = new Map([
  ['md5', 32],
  ['sha1', 40],
  ['sha224', 56],
  ['sha256', 64],
  ['sha384', 96],
  ['sha512', 128],
  ['blake2b', 128],
  ['blake3', 64],
]);

/** A name of an algorithm, perhaps behind the name of an image and in front of a file in brackets, then the digits. */
const named =
  /^(?:[\w./:-]{1,200}@)?(md5|sha-?(?:1|224|256|384|512)|blake2b|blake3)(?:sum|digest)?(?: ?\([^()\n]{1,200}\))?[\s:=-]{1,4}["'`]?([0-9a-f]{32,128})["'`]?$/i;
/** What md5sum, sha256sum and the like print: two blanks, or a blank and a star, and a path. */
const listed = /^([0-9a-f]{32,128}) [ *][\w./~-]{1,200}$/i;

/** Longer texts are no digest. */
const textLimit = 500;

export const digestText: FormReader = {
  forms: ['hex'],
  example: 'sha256: 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  read: ({ text }) => {
    const line = text.length < textLimit ? text.trim() : '';
    const [, name, said] = named.exec(line) ?? [];
    const digits = said ?? listed.exec(line)?.[1];
    const algorithm = name?.toLowerCase().replace('-', '');
    if (digits === undefined) return [];
    const fits =
      algorithm === undefined
        ? [...lengths.values()].includes(digits.length)
        : lengths.get(algorithm) === digits.length;
    return fits ? [{ form: 'hex', bytes: fromHex(digits), truncated: false, spelling: 'digest' }] : [];
  },
};
