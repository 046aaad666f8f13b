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

/** `rest` with the parts that are made at their first use. A spread of the result makes them. */
export function withLate<T extends object>(rest: T, late: LateContent): T & Pick<ReadingContent, keyof LateContent> {
  const details = once(late.details);
  const problems = once(late.problems);
  const fields = once(late.fields);
  const tree = once(late.tree);
  return {
    ...rest,
    get details() {
      return details();
    },
    get problems() {
      return problems();
    },
    get fields() {
      return fields();
    },
    get tree() {
      return tree();
    },
  };
}
