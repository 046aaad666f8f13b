/** Every command, in the order in which the help lists them. */
import type { Command } from '../command';
import { annotate } from './annotate';
import { check } from './check';
import { decode } from './decode';
import { explain } from './explain';
import { fix } from './fix';
import { harvest } from './harvest';
import { index } from './indexPackages';
import { lsp } from './lsp';
import { mcp } from './mcp';
import { search } from './search';
import { show } from './show';
import { stats } from './stats';

/** The table of commands. */
export const commands: readonly Command[] = [
  explain,
  annotate,
  decode,
  fix,
  show,
  search,
  harvest,
  index,
  check,
  stats,
  lsp,
  mcp,
];
