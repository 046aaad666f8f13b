/** Answers to "Was this right?": kept on this machine, without any text of a log, until the user exports them. */
import type { Memento } from 'vscode';

/** One answer. */
export interface Feedback {
  readonly code: string;
  readonly right: boolean;
  /** Day of the answer, `2026-11-30`. */
  readonly on: string;
  /** Version of the extension. */
  readonly version: string;
}

const key = 'errorLookup.feedback';

/** Most answers kept; the oldest go first. */
const maxKept = 1000;

/** Keeps an answer; a later one about the same entry takes the place of an earlier one. */
export async function keepFeedback(store: Memento, feedback: Feedback): Promise<void> {
  const others = readFeedback(store).filter(({ code }) => code !== feedback.code);
  await store.update(key, [...others, feedback].slice(-maxKept));
}

/** The answers that are kept, oldest first. */
export function readFeedback(store: Memento): readonly Feedback[] {
  return store.get<readonly Feedback[]>(key, []);
}
