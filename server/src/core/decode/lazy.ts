/** Parts of a reading that are made when someone looks at them: of a large file most readers want the summary alone. */
import type { ReadingContent } from './reading';

/** What is made late. */
interface LateContent {
  readonly details: () => ReadingContent['details'];
  readonly problems: () => ReadingContent['problems'];
  readonly fields: () => ReadingContent['fields'];
  readonly tree: () => ReadingContent['tree'];
}

/** The value of `make`, which is called at the first use and then no more. */
export function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/**
 * Makes each part at its first use. The parts are accessors of the class: as accessors of each reading they would give each a
 * hidden class of its own, and collecting those took a third of the time of a reading.
 */
class LateParts {
  readonly #make: LateContent;
  #details: ReadingContent['details'] | undefined;
  #problems: { readonly value: ReadingContent['problems'] } | undefined;
  #fields: ReadingContent['fields'] | undefined;
  #tree: ReadingContent['tree'] | undefined;

  constructor(make: LateContent) {
    this.#make = make;
  }

  get details(): ReadingContent['details'] {
    this.#details ??= this.#make.details();
    return this.#details;
  }

  get problems(): ReadingContent['problems'] {
    this.#problems ??= { value: this.#make.problems() };
    return this.#problems.value;
  }

  get fields(): ReadingContent['fields'] {
    this.#fields ??= this.#make.fields();
    return this.#fields;
  }

  get tree(): ReadingContent['tree'] {
    this.#tree ??= this.#make.tree();
    return this.#tree;
  }
}

/** `rest` with the parts that are made at their first use. A spread of the result leaves them out: see `changed`. */
export function withLate<T extends object>(rest: T, late: LateContent): T & Pick<ReadingContent, keyof LateContent> {
  return Object.assign(new LateParts(late), rest);
}

/** A copy of a reading with other parts in place of its own; it takes those that are made late, which a spread does not. */
export function changed<T extends ReadingContent>(reading: T, changes: Partial<T>): T {
  const { details, problems, fields, tree } = reading;
  return { ...reading, details, problems, fields, tree, ...changes };
}
