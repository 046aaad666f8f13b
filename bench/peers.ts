/** Other programs that look for the same texts. They say no more than that some literal stands on a line. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

/** A program and how it is called; one that is much slower gets a slice of the log. */
export interface Peer {
  readonly name: string;
  readonly slice: boolean;
  command(literals: string, log: string): readonly string[];
}

/** The peers that this machine has; says which are missing and how to get them. */
export function findPeers(sources: string, folder: string): Peer[] {
  const found: Peer[] = [
    {
      name: 'modern-ahocorasick',
      slice: true,
      command: (literals, log) => ['node', join(sources, 'ahocorasick.mjs'), literals, log],
    },
  ];
  if (runs('rg', '--version')) {
    const command = ['rg', '--no-config', '-j1', '-a', '-F', '-c', '-f'];
    found.unshift({ name: 'rg', slice: false, command: (literals, log) => [...command, literals, log] });
  } else console.log('ripgrep is missing: install the package ripgrep');
  const scanner = join(folder, 'hyperscan');
  if (runs('g++', '-O3', join(sources, 'hyperscan.cpp'), '-lhs', '-o', scanner)) {
    found.push({ name: 'hyperscan', slice: false, command: (literals, log) => [scanner, literals, log] });
  } else console.log('Hyperscan is missing: install the packages g++ and libhyperscan-dev (or libvectorscan-dev)');
  return found;
}

function runs(...[program = '', ...rest]: string[]): boolean {
  return spawnSync(program, rest).status === 0;
}
