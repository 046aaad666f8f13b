/**
 * A server's log of any size with known truth: access lines, statistics, progress, tracebacks, requests and messages
 * that the searched catalog does not hold, among them real messages of it, and near ones with one word changed.
 */
import { closeSync, openSync, writeSync } from 'node:fs';

/** What to write. */
export interface CorpusOptions {
  readonly bytes: number;
  readonly seed: number;
  /** Templates that are planted, and those that are noise: text with `{name}` for run-time parts. */
  readonly planted: readonly string[];
  readonly noise: readonly string[];
  /** Also JSON lines with escapes, colours, container stamps, wrapped lines and records of several lines. */
  readonly mixed: boolean;
}

/** Share of all records that are planted, and that are near misses. */
const PLANTED = 0.01;
const NEAR = 0.005;
/** Records of the mixed corpus that are JSON, coloured, stamped, wrapped, or several lines. */
const MIXED = [0.15, 0.15, 0.1, 0.05, 0.05] as const;
const FLUSH = 1 << 20;
const WRAP = 100;

/** Planted templates by the number of the line on which each begins. */
export type Truth = Map<number, string>;

/** Writes a corpus; gives what was planted. */
export function writeCorpus(path: string, options: CorpusOptions): Truth {
  const random = seeded(options.seed);
  const writer = new Writer(random, options);
  const file = openSync(path, 'w');
  const truth: Truth = new Map();
  let pending = '';
  let line = 0;
  for (let written = 0; written < options.bytes; ) {
    const { text, template } = writer.record();
    if (template !== undefined) truth.set(line, template);
    const shaped = options.mixed ? writer.shape(text) : text;
    pending += `${shaped}\n`;
    line += shaped.split('\n').length;
    if (pending.length < FLUSH) continue;
    written += writeSync(file, pending);
    pending = '';
  }
  writeSync(file, pending);
  closeSync(file);
  return truth;
}

/** Numbers from 0 to 1, the same for the same seed (mulberry32, public domain). */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

class Writer {
  private seconds = 0;
  private readonly words: readonly string[];

  constructor(
    private readonly random: () => number,
    private readonly options: CorpusOptions,
  ) {
    this.words = options.noise.flatMap((text) => text.match(/[A-Za-z]{2,}/g) ?? []).slice(0, 5000);
  }

  record(): { text: string; template?: string } {
    const roll = this.random();
    if (roll < PLANTED) {
      const template = this.pick(this.options.planted);
      return { text: this.head() + this.filled(template), template };
    }
    if (roll < PLANTED + NEAR) return { text: this.head() + this.near(this.pick(this.options.planted)) };
    return { text: this.pick(this.kinds)() };
  }

  /** A record as a collector, a terminal or a structured logger writes it. */
  shape(text: string): string {
    let roll = this.random();
    for (const [i, share] of MIXED.entries()) {
      if (roll < share) return this.pickShape(i, text);
      roll -= share;
    }
    return text;
  }

  private pickShape(kind: number, text: string): string {
    const stamp = `2026-11-30T06:${this.two(60)}:${this.two(60)}.${this.count(1e9)}Z`;
    if (kind === 0) return JSON.stringify({ ts: stamp, level: 'error', message: text, pod: `vllm-${this.count(99)}` });
    if (kind === 1) return `\x1b[3${this.count(8)}m${text.replace(/(\d+)/g, '\x1b[1m$1\x1b[0m')}\x1b[0m`;
    if (kind === 2) return `${stamp} stderr F ${text}`;
    if (kind === 3) return text.replace(new RegExp(`.{${WRAP}}`, 'g'), '$&\n');
    return `${text}\n  File "/opt/vllm/v1/engine/core.py", line ${this.count(2000)}, in step\n    return self.run(${this.count(9)})`;
  }

  private readonly kinds: readonly (() => string)[] = [
    () => this.access(),
    () => this.access(),
    () => this.access(),
    () => this.prefix('INFO') + this.filled(this.pick(this.options.noise)),
    () => this.prefix('INFO') + this.filled(this.pick(this.options.noise)),
    () =>
      `${this.prefix('ERROR')}  File "/usr/lib/python3/vllm/v1/${this.word()}.py", line ${this.count(4000)}, in run`,
    () => `${this.prefix('ERROR')}    output = self.${this.word()}(${this.word()}, ${this.count(99)})`,
    () =>
      `node-${this.two(16)}:${this.count(9999)}:${this.count(9999)} [${this.count(8)}] NCCL INFO Channel ${this.two(32)} : ${this.count(16)} -> ${this.count(16)} via P2P`,
    () =>
      `${this.prefix('INFO')}Engine 000: Avg throughput: ${this.count(9000)}.${this.count(9)} tokens/s, Running: ${this.count(256)} reqs, cache usage: ${this.count(99)}%`,
    () =>
      `Loading shards:  ${this.two(100)}% Completed | ${this.count(61)}/61 [00:${this.two(60)}<01:${this.two(60)},  1.${this.count(99)}s/it]`,
    () =>
      `${this.prefix('INFO')}Received request chatcmpl-${this.count(1e9)}: prompt: '${Array.from({ length: 10 + this.count(80) }, () => this.word()).join(' ')}', params: n=1, top_p=0.${this.count(99)}`,
  ];

  private access(): string {
    const path = this.pick(['/v1/chat/completions', '/v1/completions', '/metrics', '/health']);
    return `(APIServer pid=972) INFO:     10.${this.count(256)}.${this.count(256)}.${this.count(256)}:${this.count(65536)} - "POST ${path} HTTP/1.1" ${this.pick(['200 OK', '200 OK', '404 Not Found'])}`;
  }

  private head(): string {
    const heads = [
      this.prefix('ERROR'),
      `${this.prefix('ERROR')}ValueError: `,
      'RuntimeError: ',
      this.prefix('WARNING'),
    ];
    return this.pick(heads);
  }

  private prefix(level: string): string {
    this.seconds += 0.01;
    const at = Math.floor(this.seconds);
    const clock = [Math.floor(at / 3600) % 24, Math.floor(at / 60) % 60, at % 60].map((n) => `${n}`.padStart(2, '0'));
    const process = this.pick(['(APIServer pid=972)', '(EngineCore_DP0 pid=1044)', '(Worker_TP1 pid=1107)']);
    return `${process} ${level} 11-30 ${clock.join(':')} [${this.pick(['core', 'utils', 'loader'])}.py:${this.count(3000)}] `;
  }

  /** A template with values in its holes, on one line. */
  private filled(template: string): string {
    return template
      .replace(/\{\{|\}\}|\{[^{}]*\}/g, (part) => (part.length === 2 ? part.charAt(0) : this.value()))
      .replace(/\s*\n\s*/g, ' ');
  }

  private near(template: string): string {
    const words = this.filled(template).split(' ');
    const longest = words.reduce((best, word, i) => (word.length > (words[best] ?? '').length ? i : best), 0);
    return words.map((word, i) => (i === longest ? this.word() : word)).join(' ');
  }

  private value(): string {
    return this.pick([
      `${this.count(64)}`,
      `${this.count(1e6)}`,
      'torch.bfloat16',
      'meta-llama/Llama-3.1-8B-Instruct',
      "'auto'",
      'None',
    ]);
  }

  private word(): string {
    return this.pick(this.words) ?? 'word';
  }

  private pick<T>(items: readonly T[]): T {
    return items[Math.floor(this.random() * items.length)] as T;
  }

  private count(limit: number): number {
    return Math.floor(this.random() * limit);
  }

  private two(limit: number): string {
    return `${this.count(limit)}`.padStart(2, '0');
  }
}
