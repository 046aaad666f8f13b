/** Logs for comparisons of engines: messages of given sites in every form of wrapping, between near misses and noise. */
import type { CatalogSite } from '../../server/src/core/catalog/catalog';

/** Numbers in [0, 1) that a seed gives (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** What a wrapping gets: a message, its site, and choices. */
interface Wrapped {
  readonly message: string;
  readonly site: CatalogSite;
  readonly number: (limit: number) => number;
}

const stamp = '07-22 08:14:55';
const name = ({ file }: CatalogSite): string => file.split('/').at(-1) ?? file;
const levelOf = ({ level }: CatalogSite): string => level ?? 'ERROR';
const raised = ({ message, site }: Wrapped): string => (site.exception ? `${site.exception}: ${message}` : message);
const logged = (wrapped: Wrapped): string =>
  `${levelOf(wrapped.site)} ${stamp} [${name(wrapped.site)}:${wrapped.site.line}] ${raised(wrapped)}`;
const json = (text: string): string => JSON.stringify(text);

/** Every kind of wrapping that keeps a message whole; one row a kind. */
const wrappings: readonly ((wrapped: Wrapped) => string)[] = [
  raised,
  logged,
  ({ message }) => message,
  (w) => `(EngineCore_DP${w.number(8)} pid=${w.number(9999)}) ${logged(w)}`,
  (w) => `(RayWorkerWrapper pid=${w.number(9999)}, ip=10.0.0.7) ${raised(w)} [repeated ${w.number(9)}x across cluster]`,
  (w) => `[rank${w.number(8)}]: ${raised(w)}`,
  (w) => `2026-07-22T08:14:55.123456789Z stderr F ${logged(w)}`,
  (w) => `vllm-1  | ${logged(w)}`,
  (w) => `Jul 22 08:14:55 gpu-17 vllm[972]: ${logged(w)}`,
  (w) => `\u001b[31m${logged(w)}\u001b[0m`,
  (w) => `progress 50%\r${logged(w)}`,
  (w) => `E       ${raised(w)}`,
  (w) => `  |   ${raised(w)}`,
  (w) => `2026-07-22 08:14:55.123 | ${levelOf(w.site)} | app.serve:run:84 - ${w.message}`,
  (w) => `{"level":"error","message":${json(raised(w))}}`,
  (w) => `{"log":${json(`{"msg":${json(raised(w))}}\n`)},"stream":"stderr"}`,
  (w) => `{'error': {'message': ${json(raised(w))}, 'code': 400}}`,
  (w) => `timestamp=2026-07-22T08:14:55Z level=error event=${json(w.message)} pid=7`,
  (w) => `Exception in worker: ${w.site.exception ?? 'ValueError'}('${w.message.replaceAll("'", '"')}')`,
  (w) =>
    `Traceback (most recent call last):\n  File "/app/${w.site.file}", line ${w.site.line}, in ${w.site.function.split('.').at(-1)}\n    raise X(\n${raised(w)}`,
  (w) => `${logged(w)}\r`,
  (w) => `    raise ${w.site.exception ?? 'ValueError'}("${w.message}")`,
];

/** Cut, wrapped, interleaved and changed messages. */
const damages: typeof wrappings = [
  (w) => {
    const text = logged(w);
    const cut = 10 + w.number(Math.max(1, text.length - 20));
    const time = '2026-07-22T08:14:55.123456789Z stderr';
    return `${time} P ${text.slice(0, cut)}\n${time} F ${text.slice(cut)}`;
  },
  (w) => `> ${raised(w).replace(/(.{50,60}) /, '$1\n> ')}`,
  (w) => raised(w).replace(/^(.{40})/, '$1\n'),
  (w) => `${raised(w).slice(0, 30 + w.number(40))}...`,
  (w) => raised(w).slice(0, 30 + w.number(60)),
  (w) => `(W rank=0 pid=1) ERROR ${stamp} [a.py:1] other\n(W rank=1 pid=2) ${raised(w)}\n(W rank=0 pid=1) more of it`,
  (w) => `Caused by:\n    ${w.message}`,
  (w) => raised({ ...w, message: w.message.replace(/[a-z]{5,}/, 'otherwise') }),
  (w) => logged({ ...w, message: w.message.replace(/(.{12}[a-z]{5,})s?\b/, '$1s') }),
  (w) => raised({ ...w, message: w.message.replace(/ ([a-z])(?=[a-z]{4,} )/, (_, c) => ` ${c.toUpperCase()}`) }),
  (w) => logged({ ...w, message: w.message.replace(/(?<=.{9})[.,:] |(?<=.{15}) (?=[a-z])/, '; ') }),
  (w) => raised({ ...w, message: w.message.replace(/ (is|are|does|do) not /, " $1n't ").replace(/\d+/, '3.14') }),
];

const values = ['7', '0.25', 'None', "'auto'", '/models/m-7b', '[1, 2]', "{'a': 1}", 'torch.float16', ''];

/**
 * A log of about `size` bytes.
 *
 * @param damaged also cut, wrapped and changed messages, and messages within messages
 */
export function generateLog(sites: readonly CatalogSite[], seed: number, size: number, damaged: boolean): string {
  const next = randomFrom(seed);
  const number = (limit: number): number => Math.floor(next() * limit);
  const pick = <T>(items: readonly T[]): T => items[number(items.length)] as T;
  const messageOf = (site: CatalogSite): string =>
    site.template.replace(/\{\{|\}\}|\{[^{}]*\}/g, (part) => {
      if (part === '{{') return '{';
      if (part === '}}') return '}';
      // Now and then a message holds another one.
      return damaged && next() < 0.05 ? pick(sites).template.replace(/[{}]/g, '') : pick(values);
    });
  const kinds = damaged ? [...wrappings, ...damages] : wrappings;
  const lines: string[] = [];
  for (let length = 0; length < size; ) {
    const site = pick(sites);
    const wrapped = { message: messageOf(site), site, number };
    const text = next() < 0.3 ? `INFO ${stamp} [x.py:${number(900)}] step ${number(9999)} done` : pick(kinds)(wrapped);
    lines.push(text);
    length += text.length + 1;
  }
  return lines.join('\n');
}
