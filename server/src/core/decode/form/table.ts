/** All forms, in the order in which they are tried: those with marks of their own first, plain text last. */

import { assembler } from './assembler';
import { bareEscapes } from './bareEscapes';
import { bareWords } from './bareWords';
import { base64 } from './base64';
import { bits } from './bits';
import { digestText } from './digestText';
import { dump } from './dump';
import { dumpChars } from './dumpChars';
import { dumpDecimal } from './dumpDecimal';
import { dumpGutter } from './dumpGutter';
import { dumpWords } from './dumpWords';
import { percent, quotedPrintable } from './encodings';
import { entities } from './entities';
import { erlang } from './erlang';
import { quotedEscapes } from './escapes';
import type { FormReader } from './form';
import { gdb } from './gdb';
import { hexBare, hexOfDigits, hexSeparated, uuidText } from './hex';
import { hexFrames } from './hexFrames';
import { hexMarked, hexPrefixed } from './hexLists';
import { integer } from './integer';
import { jsonText } from './jsonText';
import { lossyText, mojibake } from './mojibake';
import { bareNumbers, numbers } from './numbers';
import { opaque } from './opaque';
import { pem } from './pem';
import { text } from './plain';
import { pythonBytes } from './pythonBytes';
import { records } from './records';
import { series } from './series';
import { token } from './token';

export const formReaders: readonly FormReader[] = [
  jsonText,
  pythonBytes,
  opaque,
  digestText,
  pem,
  erlang,
  gdb,
  dumpChars,
  dumpDecimal,
  bareWords,
  dump,
  dumpGutter,
  dumpWords,
  hexMarked,
  hexFrames,
  records,
  assembler,
  hexPrefixed,
  lossyText,
  quotedEscapes,
  bareEscapes,
  series,
  numbers,
  token,
  bits,
  hexSeparated,
  bareNumbers,
  hexOfDigits,
  hexBare,
  integer,
  entities,
  percent,
  quotedPrintable,
  base64,
  uuidText,
  mojibake,
  text,
];
