/** KV cache events: vllm/distributed/kv_events.py at 9b9fc403. */
import * as z from 'zod';
import { asArray, asMap, bin, get, int, isInt, number, show, str, type VllmMessage } from './message';

const tags = new Set(['BlockStored', 'BlockRemoved', 'AllBlocksCleared']);

/** The tag of an event, as a map (since 2026-06-09) or as the first element of an array. */
export function tagOf(event: unknown): string | undefined {
  const tag = asMap(event) ? get(event, 'type') : asArray(event, 1)?.[0];
  return typeof tag === 'string' && tags.has(tag) ? tag : undefined;
}

const hash = z.union([int, bin]);
const nullableInt = z.union([int, z.null()]);
const nullableText = z.union([str, z.null()]);

const stored = z.object({
  type: z.literal('BlockStored'),
  block_hashes: z.array(hash),
  parent_block_hash: z.union([hash, z.null()]),
  token_ids: z.array(int),
  block_size: int,
  lora_id: nullableInt,
  medium: nullableText,
  lora_name: nullableText,
});
const removed = z.object({ type: z.literal('BlockRemoved'), block_hashes: z.array(hash), medium: nullableText });
const cleared = z.object({ type: z.literal('AllBlocksCleared') });
const oldEvent = z.tuple([z.enum(['BlockStored', 'BlockRemoved', 'AllBlocksCleared'])], z.unknown());

/** Build of an array event, by its tag and length. */
const oldDates = new Map([
  ['BlockStored 6', 'from 2025-04-30'],
  ['BlockStored 7', 'from 2025-09-01 (medium was added)'],
  ['BlockStored 8', 'from 2025-12-30 (lora_name was added)'],
  ['BlockStored 9', 'from 2026-02-20 (extra_keys was added)'],
  ['BlockStored 10', 'from 2026-04-12 (group_idx was added)'],
  ['BlockStored 12', 'from 2026-05-12 (the spec kind was added)'],
  ['BlockRemoved 2', 'from 2025-04-30'],
  ['BlockRemoved 3', 'from 2025-09-01'],
  ['BlockRemoved 4', 'from 2026-04-12'],
]);

function eventLine(event: unknown): string {
  const tag = tagOf(event) ?? 'unknown event';
  const old = asArray(event);
  const hashes = asArray(old ? old[1] : get(event, 'block_hashes'));
  const many = hashes === undefined ? '' : `: ${hashes.length} blocks`;
  const medium = old ? undefined : get(event, 'medium');
  const date = old
    ? ` (array form: a build before 2026-06-09, ${oldDates.get(`${tag} ${old.length}`) ?? 'date unknown'})`
    : '';
  return `${tag}${many}${typeof medium === 'string' ? ` on ${medium}` : ''}${date}`;
}

const events = z.array(z.union([stored, removed, cleared, oldEvent]));

/** Schema of a map event, by its tag. */
const byTag = new Map<string, z.ZodType>([
  ['BlockStored', stored],
  ['BlockRemoved', removed],
  ['AllBlocksCleared', cleared],
]);

/** An event by the schema of its own tag, so that what is wrong is named and not only the event. */
const checkedEvent = z.unknown().superRefine((event, context) => {
  const map = asMap(event);
  const tag = map ? get(event, 'type') : asArray(event, 1)?.[0];
  if (typeof tag !== 'string' || !byTag.has(tag)) {
    const path = map ? ['type'] : [0];
    context.addIssue({ code: 'custom', path, message: `${show(tag)} is no event (${[...byTag.keys()].join(', ')})` });
    return;
  }
  const result = map ? byTag.get(tag)?.safeParse(event, { reportInput: true }) : undefined;
  for (const issue of result?.error?.issues ?? [])
    context.addIssue({ code: 'custom', path: issue.path, input: issue.input, message: issue.message });
});

/** A map that says what it is and names blocks: an event of another build. */
function isUnknownEvent(event: unknown): boolean {
  return typeof get(event, 'type') === 'string' && asArray(get(event, 'block_hashes')) !== undefined;
}

const batch: VllmMessage = {
  name: 'kv.event.batch',
  title: 'KV cache events of an engine, for routers and caches',
  matches: (value) => {
    const [time, events, rank] = asArray(value, 2, 3) ?? [];
    const list = asArray(events);
    return (
      typeof time === 'number' &&
      (list?.length !== 0 || time > 1e9) &&
      list?.every((event) => tagOf(event) !== undefined || isUnknownEvent(event)) === true &&
      (rank === undefined || rank === null || isInt(rank))
    );
  },
  // A time of day and an empty list may be of another program.
  isSure: (value) => (asArray(asArray(value)?.[1])?.length ?? 0) > 0,
  begins: z.union([z.tuple([number, events]), z.tuple([number, events, nullableInt])]),
  places: ['ts', 'events', 'data_parallel_rank'],
  schema: z.tuple([number, z.array(checkedEvent)], z.unknown()),
  consequence: 'subscribers cannot decode the batch and lose its events',
  explain: (value) => {
    const [, events, rank] = asArray(value, 2, 3) ?? [];
    const list = asArray(events) ?? [];
    const lines = list.slice(0, 10).map(eventLine);
    return [
      ...(list.length === 0 ? ['No events: nothing changed in the cache.'] : lines),
      ...(isInt(rank) ? [`From data-parallel rank ${show(rank)}.`] : []),
    ];
  },
};

export const eventMessages: readonly VllmMessage[] = [batch];
