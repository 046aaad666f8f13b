/** Puts the files of a source tree together: an exception class may stand in another file than what raises it. */
import type { Message } from '../source/message';
import { compareFacts, type Fact, type Place } from './fact';
import { factsOf } from './facts';
import { type ClassText, type RaisedArguments, textWith } from './pythonClasses';

/** A raised call whose text may be made by its class. */
interface Raise {
  readonly place: Place;
  /** Text of its own, as the call gives it. */
  readonly messages: readonly Message[];
  readonly given: RaisedArguments;
}

/** What one file gives. */
export interface FileHarvest {
  readonly facts: Fact[];
  readonly raises: Raise[];
  readonly classes: ClassText[];
  /** 1-based lines of calls with a literal text that could not be read. */
  readonly unread?: readonly number[];
}

/** How far base classes are followed. */
const maxBases = 8;

/** Facts of all files, sorted. */
export function joinFiles(files: readonly FileHarvest[]): Fact[] {
  const classes = new Map<string, ClassText[]>();
  for (const { classes: found } of files) {
    for (const text of found) classes.set(text.name, [...(classes.get(text.name) ?? []), text]);
  }
  const raised = files.flatMap(({ raises }) =>
    raises.flatMap(({ place, messages, given }) => {
      const maker = place.exception === null ? undefined : textOf(place.exception, place.file, classes, 0);
      return factsOf(place, (maker && textWith(maker, given)) ?? messages);
    }),
  );
  return [...files.flatMap(({ facts }) => facts), ...raised].sort(compareFacts);
}

/** The class of that name, or the base it takes its text from; undefined where several files have one and none is near. */
function textOf(
  name: string,
  file: string,
  classes: ReadonlyMap<string, readonly ClassText[]>,
  depth: number,
): ClassText | undefined {
  const all = classes.get(name) ?? [];
  const here = all.filter((text) => text.file === file);
  const [text, second] = here.length > 0 ? here : all;
  if (!text || second || depth > maxBases) return undefined;
  if (text.messages) return text;
  for (const base of text.bases) {
    const found = textOf(base, text.file, classes, depth + 1);
    if (found) return found;
  }
  return undefined;
}
