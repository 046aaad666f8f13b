/** Every form inside what people and programs put around it: the bytes stay the same. */
import { expect, test } from 'vitest';
import { decode } from '../../server/src/core/decode/decode';
import { corpus, type PayloadCase } from '../support/payloads';

type Wrap = (text: string) => string;

/** A prefix in each line. */
function eachLine(prefix: string): Wrap {
  return (text) =>
    text
      .split('\n')
      .map((line) => prefix + line)
      .join('\n');
}

/** Texts of one line only; others are left as they are. */
function oneLine(wrap: Wrap): Wrap {
  return (text) => (text.includes('\n') ? text : wrap(text));
}

const entities = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&#x27;'],
]);

/** As `repr` of Python 3.11 writes text without quotes of both kinds. */
function printed(text: string): string {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  const escaped = text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('\t', '\\t');
  return quote + escaped.replaceAll(quote, `\\${quote}`) + quote;
}

const wraps: readonly (readonly [string, Wrap])[] = [
  ['nothing', (text) => text],
  ['Windows line ends', (text) => `${text.replaceAll('\n', '\r\n')}\r\n`],
  ['blanks and line ends behind', (text) => `${text}  \n\n\n`],
  ['a byte order mark', (text) => `\ufeff${text}`],
  ['invisible marks', (text) => `\u200b${text}\u2060`],
  ['no-break blanks', (text) => text.replaceAll(' ', '\u00a0')],
  ['a fence', (text) => `\`\`\`\n${text}\n\`\`\``],
  ['a fence in a question', (text) => `Hi, I see this:\n\n\`\`\`text\n${text}\n\`\`\`\nAny idea?`],
  ['a folded fence', (text) => `<details>\n\n\`\`\`\n${text}\n\`\`\`\n\n</details>`],
  ['back ticks', (text) => (text.includes('\n') ? `\`\`\`${text}\`\`\`` : `\`${text}\``)],
  ['a mail', eachLine('> ')],
  ['an answer to a mail', eachLine('>> ')],
  ['an indent', eachLine('    ')],
  ['a tab', eachLine('\t')],
  ['a YAML block', (text) => `message: |\n${eachLine('  ')(text)}`],
  ['a log line', (text) => `(EngineCore_DP0 pid=12) ERROR 11-30 12:00:01 [core.py:708] bad message: ${text}`],
  ['lines behind a log line', (text) => `ERROR 11-30 12:00:01 [core.py:708] bad message:\n${text}`],
  ['vLLM, which repeats its prefix', eachLine('ERROR 11-30 12:00:01 [core.py:708] ')],
  ['kubectl logs --prefix', eachLine('[pod/vllm-0/vllm] ')],
  ['kubectl logs --timestamps', eachLine('2026-04-01T02:29:14.123456789Z ')],
  ['a log file of the CRI', eachLine('2026-04-01T02:29:14.123456789Z stdout F ')],
  ['journald', eachLine('Nov 30 12:00:01 gpu-3 vllm[991]: ')],
  ['docker compose', eachLine('vllm-1  | ')],
  ['a box', eachLine('│ ')],
  ['colours', (text) => `\u001b[31m${text}\u001b[0m`],
  ['entities of HTML', (text) => text.replaceAll(/[&<>"']/g, (mark) => entities.get(mark) ?? mark)],
  ['a comma', (text) => `${text},`],
  ['a semicolon', (text) => `${text};`],
  ['parentheses', (text) => `(${text})`],
  ['a call', (text) => `decode(${text});`],
  ['a label', (text) => `payload: ${text}`],
  ['an assignment', (text) => `payload = ${text}`],
  ['a sentence', (text) => `The payload is ${text}.`],
  ['a chat', (text) => `*Alice*  12:05 PM\n${text}\n:eyes: 2`],
  ['a list item', (text) => `- ${text}`],
  ['a numbered item', (text) => `1. ${text}`],
  ['a cell of a Markdown table', oneLine((text) => `| payload | ${text} |`)],
  ['a field of a CSV table', oneLine((text) => `"${text.replaceAll('"', '""')}",12,abc`)],
  ['a JSON log line', (text) => JSON.stringify({ level: 'error', message: `bad payload: ${text}` })],
  ['a JSON log line of Docker', (text) => JSON.stringify({ log: `bad payload: ${text}\n`, stream: 'stderr' })],
  ['a string printed by Python', (text) => printed(`bad payload: ${text}`)],
];

const rows = corpus<PayloadCase>('around.jsonl');

test.each(wraps)('%s', (_, wrap) => {
  const wrong = rows.flatMap(({ id, input, hex }) => {
    const found = Buffer.from(decode(wrap(input)).bytes).toString('hex');
    return found === hex ? [] : [`${id}: ${found}`];
  });
  expect(wrong).toEqual([]);
});

test('curly quotes of a chat', () => {
  expect(Buffer.from(decode('b‘\\x82\\xa1a\\x01\\xa1b\\x02’').bytes).toString('hex')).toBe('82a16101a16202');
  expect(Buffer.from(decode('“\\x82\\xa1a\\x01\\xa1b\\x02”').bytes).toString('hex')).toBe('82a16101a16202');
});

const texts: readonly (readonly [string, string])[] = [
  ['a fence', '```json\n{"a": [1, 2]}\n```'],
  ['a fence with Windows line ends', '```json\r\n{"a": [1, 2]}\r\n```\r\n'],
  ['tildes', '~~~\n{"a": [1, 2]}\n~~~'],
  ['a fence in a question', 'Got this:\n```json\n{"a": [1, 2]}\n```\nany idea?'],
  ['a fence in a mail', '> ```\n> {"a": [1, 2]}\n> ```'],
  ['back ticks', '`{"a": [1, 2]}`'],
  ['three back ticks in a line', '```{"a": [1, 2]}```'],
];

test.each(texts)('JSON text in %s', (_, text) => {
  const reading = decode(text);
  expect(reading.kind).toBe('json');
  expect(new TextDecoder().decode(reading.bytes)).toBe('{"a": [1, 2]}');
});

/** {'type': 'x', 'id': 7} and {'a': 1, 'b': 2} in base64url without padding, by Python 3.11. */
const encoded: readonly (readonly [string, string])[] = [
  ['gqR0eXBloXiiaWQH', '82a474797065a178a2696407'],
  ['gqFhAaFiAg', '82a16101a16202'],
];

test.each(['id=%', 'key: %', 'key:%', 'session_id=%', '?id=%&x=1', '"id":"%"', 'id=%, n=2', 'X-Id: %'])(
  'unpadded base64url in %s',
  (text) => {
    for (const [letters, hex] of encoded)
      expect(Buffer.from(decode(text.replace('%', letters)).bytes).toString('hex')).toBe(hex);
  },
);

test.each([
  'id=HelloWorld',
  'key: helloWorld_fooBar',
  'id=cmpl-abc123DEF456',
  'model=Qwen2.5-7B-Instruct',
  'class=EngineCoreProc',
])('a name is no Base64: %s', (text) => expect(decode(text).form).toBe('text'));

test.each(['forms.jsonl', 'pasted.jsonl', 'around.jsonl'])('the form that was found can be chosen: %s', (name) => {
  const wrong = corpus<PayloadCase>(name).flatMap(({ id, input, hint }) => {
    const options = hint ? { hint } : {};
    const found = decode(input, options);
    const again = decode(input, { ...options, form: found.form });
    return found.form === 'none' || Buffer.compare(found.bytes, again.bytes) === 0 ? [] : [id];
  });
  expect(wrong).toEqual([]);
});

test('another form can be chosen', () => {
  expect(Buffer.from(decode('82010203', { form: 'hex' }).bytes).toString('hex')).toBe('82010203');
  expect(Buffer.from(decode('decade facade', { form: 'hex' }).bytes).toString('hex')).toBe('decadefacade');
  expect(Buffer.from(decode('82a16101', { form: 'base64' }).bytes).toString('hex')).toBe('f366b5eb5d35');
  expect(new TextDecoder().decode(decode('82 a1 61 01', { form: 'text' }).bytes)).toBe('82 a1 61 01');
});

test('a request with its header lines is not taken apart for the strings of its body', () => {
  const request = 'POST /v1/completions HTTP/1.1\r\nHost: a\r\nContent-Length: 26\r\n\r\n{"prompt": "\\u0041\\u0042"}';
  const reading = decode(request);
  expect(reading.kind).toBe('http1-request');
  expect(Buffer.from(reading.bytes).toString('latin1')).toBe(request);
});

test('a later field of a table has its doubled quotes undone', () => {
  const table = '"Time","Line"\n"2026-11-30 12:01","bad payload b\'\\x82""\\xa1a' + "'" + '"';
  expect(Buffer.from(decode(table).bytes).toString('hex')).toBe('8222a161');
});
