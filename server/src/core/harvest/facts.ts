/** Facts of a place and its wordings. */
import { literalLength, type Message, toTemplate } from '../source/message';
import type { Fact, Place } from './fact';
import { flagsOf } from './flags';

/** One fact a wording; wordings without literal text are none, equal ones are one. */
export function factsOf(place: Place, messages: readonly Message[]): Fact[] {
  const byTemplate = new Map<string, Fact>();
  for (const message of messages) {
    if (literalLength(message) === 0) continue;
    const template = toTemplate(message);
    byTemplate.set(template, { template, ...place, flags: flagsOf(message) });
  }
  return [...byTemplate.values()];
}
