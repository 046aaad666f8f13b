/** What a message of a debug adapter says that a person would read in the console. */

/** Longest text taken of one message, in UTF-16 units. */
const maxText = 1_000_000;

/**
 * Text of an `output` event, and of a `stopped` event for an exception (Debug Adapter Protocol, Events); undefined for
 * every other message. Messages come from other programs, so nothing about their shape is taken for granted.
 */
export function consoleText(message: unknown): string | undefined {
  const event = fieldsOf(message);
  if (event.get('type') !== 'event') return undefined;
  const body = fieldsOf(event.get('body'));
  switch (event.get('event')) {
    case 'output': {
      // Telemetry is not shown to the user either.
      const output = body.get('category') === 'telemetry' ? undefined : body.get('output');
      return typeof output === 'string' ? output.slice(0, maxText) : undefined;
    }
    case 'stopped':
      return body.get('reason') === 'exception' ? exceptionText(body) : undefined;
    default:
      return undefined;
  }
}

/** The class and the message of an exception on one line, as a traceback ends. */
function exceptionText(body: ReadonlyMap<string, unknown>): string | undefined {
  const parts = ['description', 'text'].map((key) => body.get(key)).filter((part) => typeof part === 'string');
  const text = [...new Set(parts)].join(': ').slice(0, maxText);
  // What was printed before it may not have ended its line.
  return text === '' ? undefined : `\n${text}\n`;
}

function fieldsOf(value: unknown): ReadonlyMap<string, unknown> {
  return new Map(typeof value === 'object' && value !== null ? Object.entries(value) : []);
}
