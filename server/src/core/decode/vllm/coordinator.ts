/** DP coordinator: vllm/v1/engine/coordinator.py and core_client.py:1365-1454 at 9b9fc403. */
import * as z from 'zod';
import { asArray, bin, bool, int, isInt, natural, number, show, type VllmMessage } from './message';

const coordinatorDies = 'the coordinator process ends: load numbers freeze and no wave is started';

const counts = z.union([z.array(z.tuple([int, int, number])), z.null()]);

/** What coordinator.py:142 counts of an engine, in its order. */
function loadOf(engine: unknown): string {
  const [waiting, running, cache] = asArray(engine) ?? [];
  return `${show(waiting)} waiting, ${show(running)} running, KV cache usage ${show(cache)}`;
}

const stats: VllmMessage = {
  name: 'dp.coordinator.stats',
  title: 'Coordinator to front ends: load of each engine, wave, whether the engines run',
  matches: (value) => {
    const [load, wave, running] = asArray(value, 3, 3) ?? [];
    const loads =
      load === null ||
      asArray(load)?.every((each) => asArray(each, 3, 3)?.every((part) => typeof part === 'number') === true) === true;
    return loads && isInt(wave) && typeof running === 'boolean';
  },
  isSure: (value) => (asArray(asArray(value)?.[0])?.length ?? 0) > 0,
  schema: z.tuple([counts, int, bool]),
  consequence: "the front end's statistics task ends, and load balancing uses frozen numbers",
  explain: (value) => {
    const [load, wave, running] = asArray(value, 3, 3) ?? [];
    const engines = (asArray(load) ?? []).slice(0, 8).map((each, i) => `engine ${i}: ${loadOf(each)}`);
    return [
      `Wave ${show(wave)}, the engines ${running === true ? 'run' : 'are paused'}.`,
      ...(load === null ? ['No counts: only the wave changed.'] : engines),
    ];
  },
};

const firstRequest: VllmMessage = {
  name: 'dp.client.first_req',
  title: 'Inside the front end: the first request while the engines are paused',
  matches: (value) => asArray(value, 2, 2)?.[0] === 'FIRST_REQ',
  schema: z.tuple([z.literal('FIRST_REQ'), bin]),
  consequence: coordinatorDies,
};

const scale: VllmMessage = {
  name: 'dp.coordinator.scale',
  title: 'Front end to coordinator: the number of engines changes (Elastic EP)',
  matches: (value) => asArray(value, 2, 2)?.[0] === 'SCALE_ELASTIC_EP',
  schema: z.tuple([z.literal('SCALE_ELASTIC_EP'), natural]),
  consequence: coordinatorDies,
  explain: (value) => [`The number of engines becomes ${show(asArray(value)?.[1])}.`],
};

const wakeup: VllmMessage = {
  name: 'dp.coordinator.wakeup',
  title: 'Front end to coordinator: wake the engines for a wave, leaving one out',
  matches: (value) => {
    const [exclude, wave] = asArray(value, 2, 2) ?? [];
    return exclude instanceof Uint8Array && exclude.length === 2 && isInt(wave);
  },
  isSure: () => false,
  schema: z.tuple([z.union([bin, int]), int]),
  consequence: coordinatorDies,
  explain: (value) => {
    const [exclude, wave] = asArray(value, 2, 2) ?? [];
    const rank = exclude instanceof Uint8Array ? (exclude[0] ?? 0) + 256 * (exclude[1] ?? 0) : undefined;
    return [`Wave ${show(wave)}${rank === undefined ? '' : `, rank ${rank} is left out`}.`];
  },
};

export const coordinatorMessages: readonly VllmMessage[] = [stats, firstRequest, scale, wakeup];
