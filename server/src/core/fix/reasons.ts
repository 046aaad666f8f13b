/** Reasons against dropping a message that hold in every language. */

/** The code asks and waits for one answer. */
export const asksReason =
  'This code asks and waits for a reply that does not come again: dropping it would turn the error into a hang.';

/** The socket is one that answers. */
export const answersReason =
  'A replying socket must answer before it receives again; the answer to a bad message depends on the protocol.';

/** The loop ends when it has what it waits for. */
export const knownSetReason =
  'The loop waits for a known set of messages, and who sent a bad one does not send again: dropping it would turn the error into a hang.';

/** The loop ends under a condition that it makes true itself, and nothing shows what for. */
export const ownEndReason =
  'The loop has an end of its own: if it comes when certain messages are there, who sent a bad one does not send again, and dropping it would turn the error into a hang.';

/** The loop takes one message. */
export const onceReason =
  'The loop ends with the first message that is handled, and who sent a bad one does not send again: dropping it would turn the error into a hang.';

/** The sentence for a loop that ends under a condition (source text): a count of something is what a known set needs. */
export function endReason(condition: string): string {
  return countWords.test(condition) ? knownSetReason : ownEndReason;
}

const countWords = /\blen\(|\.len\(|\.length\b|\.size\b|\bis_empty\(|\+\+|--|[^-=]>|<|\brange\b/;

/** The end of the loop answers one expected message. */
export const stopReason =
  'This answers one expected message, as a request to stop does, so the end of the loop is meant.';

/** The check that fails is none of the message. */
export const configurationReason =
  'This follows a comparison of ranks or configuration, which must stay fatal: the sender does not send again.';

/** The check that fails compares versions. */
export const versionReason =
  'This follows a comparison of versions, which a peer of another one fails each time: dropped, it would never be told.';

/** Someone else waits for the message. */
export const handedOnReason =
  'The message is handed to a reader that waits for it: a dropped one is lost for ever, so its request must be failed instead.';

/** Something in the loop counts messages. */
export const countedReason =
  'The loop counts messages or crosses off who has sent one: if the dropped one was of a genuine peer, who waits for the rest waits for ever.';

/** A number in each message follows on that of the one before. */
export const numberedReason = 'The stream is numbered: after a dropped message the subscriber must ask for a replay.';

/** True for a condition (source text, of any language) that compares a number with the one that should follow. */
export function isNumberedTest(condition: string): boolean {
  if (!condition.includes('!=') || /\blen(?:gth)?\b|\bnil\b/.test(condition)) return false;
  return /\+\+|\b(?:seq|next|expected|last)\w*\b/i.test(condition);
}

/** Another part of the program sends on the socket. */
export const askedElsewhereReason =
  'Another function asks through this socket: if the message is an answer, who asked waits for it for ever.';

/** A handler around the loop gets the error now. */
export const outerTryReason =
  'The try stands around the loop, so one malformed message ends it; a guard in the loop changes what that try gets to see.';

/** A `finally` around the loop runs when an error ends it. */
export const outerFinallyReason =
  'The finally around the loop runs when one malformed message ends it; with a guard in the loop it runs only when the loop is left.';

/** The raise or throw does something before. */
export const worksBeforeReason =
  'The check does more than log before it ends the loop, and that work belongs to the end of the loop.';

/** The raise or throw is about something else. */
export const independentReason =
  'The error does not depend on the message, so dropping the message is no answer to it.';

/** Names of what is counted down or crossed off while messages come in. */
export const countedWords = /remain|pending|outstanding|waiting|missing|expected|left$|in_?flight|unseen|todo|needed/i;

/** The text cannot be split line by line. */
export const sharedLineReason = 'Not rewritten because several statements share a line.';

/** Parts of names of flags that end a loop. */
export const stopWords = ['stop', 'shut', 'clos', 'exit', 'quit', 'terminat', 'cancel', 'done'];
