/**
 * The command line against peers on logs of known truth. Engines take turns within each round; times are processor
 * seconds, so that other work on the machine matters little, and ratios are taken within one run.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { prepare } from './prepare';
import { literalOf } from './sets';

/** What one run of a program cost. */
interface Cost {
  readonly seconds: number;
  readonly peak: number;
}

/** Runs everything; `megabytes` of each log, `rounds` times. */
export function compare(dist: string, folder: string, megabytes: number, rounds: number): void {
  const counts = prepare(dist, folder, megabytes * 1e6);
  writeFileSync(join(folder, 'empty.log'), '');
  const peer = hasProgram('rg') && hasProgram('/usr/bin/time');
  if (!peer) console.log('ripgrep or GNU time is missing: install the packages ripgrep and time for the ratios');
  for (const count of counts) {
    const set = join(folder, `set${count}`);
    for (const log of ['plain', 'mixed']) {
      const file = join(folder, `${log}.log`);
      const ours = ['node', join(set, 'cli.js'), 'explain', '--json', file];
      const theirs = ['rg', '--no-config', '-j1', '-a', '-F', '-c', '-f', join(set, 'literals'), file];
      const engines = peer ? { ours, theirs, setup: [...ours.slice(0, -1), join(folder, 'empty.log')] } : { ours };
      const costs = turns(engines, rounds);
      console.log(row(`${count} templates, ${log}`, costs, statSync(file).size / 1e6));
    }
    console.log(`  planted lines found: ${recall(set, folder, 'plain')} plain, ${recall(set, folder, 'mixed')} mixed`);
    console.log(`  catalog: ${(statSync(join(set, 'catalog.bin')).size / count).toFixed(0)} bytes a template in all`);
  }
}

function turns(engines: Readonly<Record<string, readonly string[]>>, rounds: number): Map<string, Cost[]> {
  const costs = new Map<string, Cost[]>(Object.keys(engines).map((name) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    for (const [name, command] of Object.entries(engines)) costs.get(name)?.push(costOf(command));
  }
  return costs;
}

function costOf(command: readonly string[]): Cost {
  const timed = spawnSync('/usr/bin/time', ['-f', '%U %S %M', ...command], { stdio: ['ignore', 'ignore', 'pipe'] });
  const [user = 0, system = 0, peak = 0] = `${timed.stderr}`.trim().split('\n').at(-1)?.split(' ').map(Number) ?? [];
  return { seconds: user + system, peak: peak / 1024 };
}

function row(title: string, costs: ReadonlyMap<string, readonly Cost[]>, megabytes: number): string {
  const at = (name: string): number => median((costs.get(name) ?? []).map(({ seconds }) => seconds));
  const ours = at('ours');
  const peak = Math.max(...(costs.get('ours') ?? []).map((cost) => cost.peak));
  const parts = [
    `${ours.toFixed(2)} s`,
    `${(megabytes / ours).toFixed(0)} MB/s in all`,
    `${(megabytes / Math.max(0.01, ours - at('setup'))).toFixed(0)} MB/s without start`,
    `peak ${peak.toFixed(0)} MB`,
  ];
  if (costs.has('theirs')) parts.push(`rg ${at('theirs').toFixed(2)} s`, `${(at('theirs') / ours).toFixed(2)} × rg`);
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
