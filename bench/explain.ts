/**
 * The command line against peers on logs of known truth. Engines take turns within each round; times are processor
 * seconds, so that other work on the machine matters little, and ratios are taken within one run.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findPeers } from './peers';
import { prepare } from './prepare';
import { literalOf } from './sets';

/** What one run of a program cost. */
interface Cost {
  readonly seconds: number;
  readonly peak: number;
}

/** Megabytes that the slow peers get. */
const SLICE = 3;

/** Runs everything; `megabytes` of each log, `rounds` times. */
export function compare(dist: string, folder: string, megabytes: number, rounds: number): void {
  const counts = prepare(dist, folder, megabytes * 1e6);
  writeFileSync(join(folder, 'empty.log'), '');
  if (!hasProgram('/usr/bin/time')) {
    console.log('GNU time is missing: install the package time; nothing is measured without it');
    return;
  }
  const peers = findPeers(join(dist, '..', 'bench'), folder);
  for (const count of counts) {
    const set = join(folder, `set${count}`);
    for (const log of ['plain', 'mixed']) {
      const file = join(folder, `${log}.log`);
      const slice = join(folder, `${log}.slice.log`);
      writeFileSync(slice, readFileSync(file).subarray(0, SLICE * 1e6));
      const own = (path: string): readonly string[] => ['node', join(set, 'cli.js'), 'explain', '--json', path];
      const engines = [
        { name: 'ours', command: own(file), bytes: statSync(file).size },
        { name: 'setup', command: own(join(folder, 'empty.log')), bytes: 0 },
        ...peers.map((peer) => {
          const path = peer.slice ? slice : file;
          return { name: peer.name, command: peer.command(join(set, 'literals'), path), bytes: statSync(path).size };
        }),
      ];
      console.log(row(`${count} templates, ${log}`, engines, turns(engines, rounds)));
    }
    console.log(`  planted lines found: ${recall(set, folder, 'plain')} plain, ${recall(set, folder, 'mixed')} mixed`);
    console.log(`  catalog: ${(statSync(join(set, 'catalog.bin')).size / count).toFixed(0)} bytes a template in all`);
  }
}

/** One program on one log. */
interface Engine {
  readonly name: string;
  readonly command: readonly string[];
  readonly bytes: number;
}

function turns(engines: readonly Engine[], rounds: number): Map<string, Cost[]> {
  const costs = new Map<string, Cost[]>(engines.map(({ name }) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    for (const { name, command } of engines) costs.get(name)?.push(costOf(command));
  }
  return costs;
}

function costOf(command: readonly string[]): Cost {
  const timed = spawnSync('/usr/bin/time', ['-f', '%U %S %M', ...command], { stdio: ['ignore', 'ignore', 'pipe'] });
  const [user = 0, system = 0, peak = 0] = `${timed.stderr}`.trim().split('\n').at(-1)?.split(' ').map(Number) ?? [];
  return { seconds: user + system, peak: peak / 1024 };
}

/** Seconds, rate, peak, and the rate in times that of each peer. */
function row(title: string, engines: readonly Engine[], costs: ReadonlyMap<string, readonly Cost[]>): string {
  const at = (name: string): number => Math.max(0.01, median((costs.get(name) ?? []).map(({ seconds }) => seconds)));
  const rate = ({ name, bytes }: Engine): number => bytes / 1e6 / at(name);
  const [ours, , ...peers] = engines;
  if (!ours) return title;
  const peak = Math.max(...(costs.get('ours') ?? []).map((cost) => cost.peak));
  const parts = [
    `${at('ours').toFixed(2)} s (${at('setup').toFixed(2)} s to start)`,
    `${rate(ours).toFixed(0)} MB/s in all`,
    `peak ${peak.toFixed(0)} MB`,
    ...peers.map((peer) => `${(rate(ours) / rate(peer)).toFixed(2)} × ${peer.name} (${at(peer.name).toFixed(2)} s)`),
  ];
  return `${title}: ${parts.join(', ')}`;
}

/** Planted lines on which a match of their template, or another one, was reported. */
function recall(set: string, folder: string, log: string): string {
  const found = spawnSync('node', [join(set, 'cli.js'), 'explain', '--json', join(folder, `${log}.log`)], {
    maxBuffer: 1 << 30,
    encoding: 'utf8',
  });
  const byLine = new Map<number, Set<string>>();
  for (const json of found.stdout.split('\n').filter((text) => text !== '')) {
    const { line, endLine, template }: { line: number; endLine: number; template: string } = JSON.parse(json);
    for (let at = line; at <= endLine; at++) byLine.set(at, (byLine.get(at) ?? new Set()).add(literalOf(template)));
  }
  const truth: [number, string][] = JSON.parse(readFileSync(join(folder, `${log}.truth.json`), 'utf8'));
  const hit = truth.filter(([line]) => byLine.has(line)).length;
  const same = truth.filter(([line, template]) => byLine.get(line)?.has(literalOf(template))).length;
  return `${hit} of ${truth.length} (${same} with the very template)`;
}

function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? Number.NaN;
}

function hasProgram(name: string): boolean {
  return spawnSync(name, ['--version']).status === 0;
}
