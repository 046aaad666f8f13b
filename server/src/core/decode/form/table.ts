/** All forms, in the order in which they are tried: those with marks of their own first, plain text last. */
import { base64 } from './base64';
import type { FormReader } from './form';
import { hexBare, hexSeparated } from './hex';
import { integer } from './integer';
import { text } from './plain';
import { pythonBytes } from './pythonBytes';

export const formReaders: readonly FormReader[] = [pythonBytes, hexSeparated, hexBare, integer, base64, text];
