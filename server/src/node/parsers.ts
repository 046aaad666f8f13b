/** Finds the WASM parsers that the build copies beside the bundles. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { ParseSource } from '../core/fix/fixer';
import { createParsers, harvestGrammars, type WasmFile } from '../wasm/parsers';

/**
 * Loads the grammars that an editor needs. Rejects when a file is missing, which means a broken installation.
 *
 * @param folder folder of the running script; the files are looked for there, then in `node_modules` above it
 */
export function loadParsers(folder: string = __dirname): Promise<ParseSource> {
  return createParsers(async (file) => readFile(pathOf(folder, file)));
}

/** Longest time one harvested file may take, in milliseconds: long, so that a busy machine does not change what is found. */
const harvestLimit = 60_000;

/** Loads the grammars of every language that is harvested, as {@link loadParsers} does. */
export function loadHarvestParsers(folder: string = __dirname): Promise<ParseSource> {
  return createParsers(async (file) => readFile(pathOf(folder, file)), harvestGrammars, harvestLimit);
}

function pathOf(folder: string, file: WasmFile): string {
  const beside = join(folder, file.name);
  if (existsSync(beside)) return beside;
  for (let at = folder; ; at = dirname(at)) {
    const installed = join(at, 'node_modules', file.package, file.name);
    if (existsSync(installed)) return installed;
    if (at === dirname(at)) throw new Error(`The parser file ${file.name} is missing; reinstall Error Lookup.`);
  }
}
