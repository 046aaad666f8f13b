/** A reading as the body of a page: tree and bytes side by side, tied by byte ranges that the page's script reads. */
import type { Entry } from '../catalog/entry';
import { formReaders } from '../decode/form/table';
import { hints, type Reading } from '../decode/reading';
import { shownReading } from '../decode/secrets';
import { byteCount, charOf, hexByte, hexOffset, hexText, rangeText } from './bytesText';
import { escapeHtml } from './html';
import { fieldTexts, partsOf, sureText, withoutHeading } from './readingParts';
import { type TreeRow, treeRows } from './treeRows';
import { visible } from './visible';
import { english, type Words } from './words';

/** What the user chose for a reading; undefined where it is found out. */
export interface ReadingChoice {
  readonly form?: string | undefined;
  readonly hint?: string | undefined;
  /** Bytes of the file whose beginning was read. */
  readonly fileSize?: number | undefined;
}

/** Bytes a row: so few that tree and bytes have room beside each other. */
const bytesPerRow = 8;
/** Most bytes in the hex view, most rows of the tree, bytes of a node that the status line names. */
const maxHexBytes = 4096;
const maxTreeRows = 1000;
const maxNodeHex = 24;
/** Most bytes of a frame in the table of frames, whose rows do not wrap. */
const maxFrameHex = 16;

/**
 * Body of the page. All text of the payload is escaped; nodes and bytes are tied by `data-start` and `data-end`.
 *
 * @param entries errors that such a payload leads to; their links have the address `entry:<code>`
 */
export function readingHtml(
  given: Reading,
  choice: ReadingChoice,
  entries: readonly Entry[],
  words: Words = english,
): string {
  const { say } = words;
  const reading = shownReading(given);
  const { problems, meaning, advice } = partsOf(reading);
  return [
    `<h1>${text(reading.summary)}</h1>`,
    words.language === 'en'
      ? ''
      : `<p class="language" lang="${words.language}">${say('The reading is in English.')}</p>`,
    inputHtml(reading, choice, words),
    section('problems', say('Problems'), list(problems)),
    // Frames have a table of their own.
    section('meaning', say('What it means'), list(meaning.filter((line) => !/^frame \d+[ :]/.test(line)))),
    section('advice', say('What to do'), list(advice.map(withoutHeading))),
    section('entries', say('Errors that such a payload leads to'), entryList(entries)),
    framesHtml(reading, words),
    structureHtml(reading, words),
    section('fields', say('Fields'), fieldsHtml(reading)),
    section('alternatives', say('Could also be'), list(reading.alternatives.map((it) => `${it.kind}: ${it.summary}`))),
  ]
    .filter((part) => part !== '')
    .join('\n');
}

function text(raw: string): string {
  return escapeHtml(visible(raw));
}

function section(id: string, title: string, body: string): string {
  return body === '' ? '' : `<section id="${id}"><h2>${title}</h2>\n${body}</section>`;
}

function list(lines: readonly string[]): string {
  return lines.length === 0 ? '' : `<ul>${lines.map((line) => `<li>${text(line)}</li>`).join('\n')}</ul>`;
}

function entryList(entries: readonly Entry[]): string {
  const rows = entries.map(({ code, title }) => `<li><a href="entry:${escapeHtml(code)}">${text(title)}</a></li>`);
  return rows.length === 0 ? '' : `<ul>${rows.join('\n')}</ul>`;
}

function inputHtml(reading: Reading, choice: ReadingChoice, words: Words): string {
  const { say } = words;
  const { length } = reading.bytes;
  const isBeginning = choice.fileSize !== undefined && choice.fileSize > length;
  const facts = [
    byteCount(length, words),
    isBeginning && say('the first of {0}', byteCount(choice.fileSize ?? 0, words)),
    say('read as {0}', words.form(reading.form)),
    reading.truncated && say('cut: more bytes existed'),
    say('taken for {0}', reading.kind),
    sureText(reading, words),
  ]
    .filter((part) => part !== false)
    .join(' · ');
  const forms = [...new Set(formReaders.flatMap((reader) => reader.forms))];
  const formSelect = reading.form === 'bytes' ? '' : select('form', say('Form of the text'), choice.form, forms, words);
  return `<p class="facts">${text(facts)}</p>\n<p class="choices">${formSelect}${select('hint', say('Read bytes as'), choice.hint, hints, words)}</p>`;
}

function select(
  name: string,
  label: string,
  chosen: string | undefined,
  values: readonly string[],
  { say, form }: Words,
): string {
  const options = values.map(
    (value) =>
      `<option value="${escapeHtml(value)}"${value === chosen ? ' selected' : ''}>${escapeHtml(form(value))}</option>`,
  );
  return `<label>${label} <select data-choice="${name}"><option value="">${say('find out')}</option>${options.join('')}</select></label> `;
}

function framesHtml({ frames }: Reading, words: Words): string {
  const { say } = words;
  if (!frames) return '';
  let start = 0;
  const rows = frames.slice(0, 100).map((frame, i) => {
    const row = `<tr data-start="${start}" data-end="${start + frame.length}"><th scope="row">${i}</th><td>${byteCount(frame.length, words)}</td><td><code>${hexText(frame, maxFrameHex)}</code></td><td><code>${escapeHtml(Array.from(frame.subarray(0, maxFrameHex), charOf).join(''))}</code></td></tr>`;
    start += frame.length;
    return row;
  });
  const columns = (['Frame', 'Length', 'Hex', 'Text'] as const).map((name) => `<th scope="col">${say(name)}</th>`);
  const head = `<thead><tr>${columns.join('')}</tr></thead>`;
  return section('frames', say('Frames'), `<table>${head}<tbody>${rows.join('\n')}</tbody></table>`);
}

/** Tree and hex beside each other; the line under them tells the selection, also to a screen reader. */
function structureHtml(reading: Reading, words: Words): string {
  const { say } = words;
  if (reading.bytes.length === 0) return '';
  const { rows, more } = treeRows(reading, maxTreeRows);
  const rest = more ? `<p>${say('The first {0} values are shown.', maxTreeRows)}</p>` : '';
  const tree = `<ul role="tree" aria-label="${say('Structure')}" id="tree">${treeHtml(reading.bytes, rows, words)}</ul>${rest}`;
  const body = `<div class="panes"><div class="pane">${rows.length > 0 ? tree : `<p>${say('No structure is known.')}</p>`}</div><div class="pane" id="bytes">${hexHtml(reading.bytes, 0, words)}</div></div>
<p id="status" role="status" data-byte="${say('byte {0}')}" data-within="${say('byte {0}, in {1}')}">${say('Select a value or a byte to see which bytes it is made of.')}</p>`;
  return section('structure', say('Structure and bytes'), body);
}

/** Nested lists. Rows come in the order of the bytes, so closing tags follow from the depth of the next one. */
function treeHtml(bytes: Uint8Array, rows: readonly TreeRow[], words: Words): string {
  let html = '';
  rows.forEach((row, i) => {
    html += itemHtml(bytes, row, i, words);
    const next = rows[i + 1]?.depth ?? 0;
    html += row.hasChildren && next > row.depth ? '<ul role="group">' : '</li>';
    if (next < row.depth) html += '</ul></li>'.repeat(row.depth - next);
  });
  return html;
}

function itemHtml(bytes: Uint8Array, { node, depth, hasChildren }: TreeRow, index: number, words: Words): string {
  const expanded = hasChildren ? ' aria-expanded="true"' : '';
  const value = valueHtml(node.value);
  const hex = hexText(bytes.subarray(node.start, node.end), maxNodeHex);
  const focus = index === 0 ? 0 : -1;
  return `<li role="treeitem" aria-level="${depth + 1}"${expanded} aria-selected="false" tabindex="${focus}" data-start="${node.start}" data-end="${node.end}" data-where="${rangeText(node.start, node.end, words)}: ${hex}"><span class="row"><span class="label">${text(node.label)}</span> ${value}</span>`;
}

/** A value, and behind it in brackets the format that its bytes have. */
function valueHtml(value: string): string {
  if (value === '') return '';
  const at = value.endsWith(')') ? value.lastIndexOf(' (') : -1;
  if (at <= 0) return `<span class="value">${text(value)}</span>`;
  return `<span class="value">${text(value.slice(0, at))}</span><span class="format">${text(value.slice(at))}</span>`;
}

/**
 * Bytes from an offset on as hex and characters, with buttons that lead to those before and behind.
 * @param from any offset; the bytes begin with its row, or earlier where less than a view would be left
 */
export function hexHtml(bytes: Uint8Array, from = 0, { say }: Words = english): string {
  const last = Math.max(0, Math.ceil((bytes.length - maxHexBytes) / bytesPerRow) * bytesPerRow);
  const first = Math.min(last, Math.max(0, from - (from % bytesPerRow)));
  const end = Math.min(bytes.length, first + maxHexBytes);
  const rows: string[] = [];
  for (let start = first; start < end; start += bytesPerRow) {
    const row = [...bytes.subarray(start, Math.min(end, start + bytesPerRow))];
    const hex = row.map((byte, i) => `<b data-at="${start + i}">${hexByte(byte)}</b>`).join(' ');
    const chars = row.map((byte, i) => `<i data-at="${start + i}">${escapeHtml(charOf(byte))}</i>`).join('');
    const gap = ' '.repeat(3 * (bytesPerRow - row.length));
    rows.push(`<span class="offset">${hexOffset(start)}</span>  ${hex}${gap}  ${chars}`);
  }
  const view = `<pre id="hex" tabindex="0" role="application" aria-label="${say('Bytes in hex; arrow keys move over them')}" aria-describedby="status">${rows.join('\n')}</pre>`;
  return bytes.length <= maxHexBytes ? view : `${view}${windowHtml(bytes.length, first, end, say)}`;
}

/** Which bytes are shown, and the ways to others. */
function windowHtml(length: number, first: number, end: number, say: Words['say']): string {
  const button = (from: number, label: string, off: boolean): string =>
    `<button type="button" data-from="${from}"${off ? ' disabled' : ''}>${label}</button>`;
  const earlier = button(Math.max(0, first - maxHexBytes), say('Earlier bytes'), first === 0);
  const later = button(end, say('Later bytes'), end === length);
  return `<p class="window">${say('{0} of {1}.', rangeText(first, end), length)} ${earlier} ${later}</p>`;
}

function fieldsHtml(reading: Reading): string {
  const rows = fieldTexts(reading).map(
    ([name, value]) => `<dt><code>${text(name)}</code></dt><dd><code>${text(value)}</code></dd>`,
  );
  return rows.length === 0 ? '' : `<dl>${rows.join('\n')}</dl>`;
}
