/** JSON as the command line writes it. */

/** DEL and the C1 controls: JSON lets them stand, but a terminal may obey them as it obeys ESC (ECMA-48, section 5.3). */
const control = /[\u007f-\u009f]/g;

/**
 * The value as JSON with a line break at its end: one line, or indented by some blanks. No terminal takes it for a command,
 * and a parser reads the same value back.
 */
export function jsonLine(value: unknown, indent?: number): string {
  return `${safeJson(value, indent)}\n`;
}

/** The same without a line break. */
export function safeJson(value: unknown, indent?: number): string {
  const json = JSON.stringify(value, null, indent);
  if (json.search(control) < 0) return json;
  return json.replace(control, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
