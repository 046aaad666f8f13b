/** Pasted text to a reading: which form it has, which bytes that makes, what the bytes are. */
import { toHex } from './bytes';
import { cleanText, withoutOuterBlanks } from './form/clean';
import { bulkLimit, type FormBytes, type FormReader, type Pasted } from './form/form';
import { innerTexts } from './form/inner';
import { jsonText } from './form/jsonText';
import { withoutHeaders } from './form/packet';
import { text as plainText } from './form/plain';
import { isMessageText } from './form/requestText';
import { formReaders } from './form/table';
import { readFrames } from './frames';
import { identify } from './kind/identify';
import type { KindReading } from './kind/kind';
import { withLate } from './lazy';
import type { Hint, Reading, ReadingNode } from './reading';
import { hideInJson, hideInTree, hiderOf, secretLine } from './secrets';

/** How to decode. */
export interface DecodeOptions {
  /** What the user chose or the context says about the bytes. */
  readonly hint?: Hint;
  /** Read the text in this form only. */
  readonly form?: string;
}

/** Candidates of one form that are looked at. */
const candidateLimit = 60;

/** A candidate with its readings. */
interface Candidate {
  readonly form: FormBytes;
  readonly readings: readonly KindReading[];
  /** What other payloads of the text are, in one line each. */
  readonly others?: readonly string[];
}

/** Other payloads of a text that are named, candidates that are looked at for them, and their largest size. */
const otherLimit = 3;
const otherTries = 6;
const otherSize = 65_536;

/** Other payloads that the text holds beside the chosen one, as far as they are whole and of a known kind. */
function othersOf(chosen: FormBytes, forms: readonly FormBytes[], hint: Hint | undefined): readonly string[] {
  if (chosen.bytes.length > otherSize) return [];
  const known = [toHex(chosen.bytes)];
  const found: string[] = [];
  for (const form of forms.slice(0, otherTries)) {
    const hex = form.bytes.length > otherSize || form.bytes.length < leastOther ? '' : toHex(form.bytes);
    if (
      found.length === otherLimit ||
      form.noBytes ||
      hex === '' ||
      known.some((each) => each.includes(hex) || hex.includes(each))
    )
      continue;
    known.push(hex);
    const readings = readingsOf(form, hint);
    const first = readings[0];
    if (first && isRecognised(readings) && !first.incomplete)
      found.push(hiderOf(form.bytes, form.frames)?.(first.summary) ?? first.summary);
  }
  return found;
}

/** Shorter bytes may be chance. */
const leastOther = 8;

function readingsOf(form: FormBytes, hint: Hint | undefined): readonly KindReading[] {
  if (form.keyLabel !== undefined) return [privateKey(form.keyLabel)];
  if (form.noBytes) return [isNumber(form) ? cutNumber : noBytes];
  if (form.frames) return readFrames(form, hint);
  return identify({
    bytes: form.bytes,
    truncated: form.truncated,
    form: form.form,
    identity: form.identity === true || hint === 'zmq-identity',
    ...(hint && { hint }),
    ...(form.spelling && { spelling: form.spelling }),
    ...(form.declaredLength !== undefined && { length: form.declaredLength }),
  });
}

/** True where the bytes turned out to be something that the form alone did not promise. */
function isRecognised(readings: readonly KindReading[]): boolean {
  const best = readings[0];
  return best !== undefined && best.confidence !== 'weak' && best.kind !== 'text' && best.kind !== 'unknown';
}

/** Texts in texts that are looked into. */
const nestingLimit = 3;

/** Characters that a string of the text wrote as `\u0083` are its form, and no mojibake. */
function asJsonString(found: Candidate, text: string): Candidate {
  if (found.form.form !== 'mojibake-latin1' || !/\\u00[89a-f][\da-f]/i.test(text)) return found;
  return { ...found, form: { ...found.form, form: 'json-string' } };
}

/** The first form that is certain, or that gives bytes of a known kind; narrower texts are read before the whole. */
function choose(pasted: Pasted, options: DecodeOptions, nesting = 0): Candidate | undefined {
  const message = isMessageText(pasted.text) ? firstOf([plainText], pasted, options) : undefined;
  if (message?.readings[0]?.kind.startsWith('http1')) return message;
  const document = firstOf([jsonText], pasted, options);
  if (document) return document;
  for (const text of nesting < nestingLimit ? innerTexts(pasted.text, pasted.raw) : []) {
    const found = choose({ ...pasted, raw: text, text: cleanText(text) }, options, nesting + 1);
    if (found && found.form.form !== 'text') return asJsonString(found, pasted.text);
  }
  return firstOf(formReaders, pasted, options);
}

function firstOf(readers: readonly FormReader[], pasted: Pasted, options: DecodeOptions): Candidate | undefined {
  for (const reader of readers) {
    if (options.form !== undefined && !reader.forms.includes(options.form)) continue;
    if (pasted.text.length > bulkLimit && !reader.bulk) continue;
    const forms = reader.read(pasted).slice(0, candidateLimit).map(withoutHeaders);
    const found = best(forms, options);
    const others = found && reader.separate ? othersOf(found.form, forms, options.hint) : [];
    if (found) return others.length > 0 ? { ...found, others } : found;
  }
  return undefined;
}

/** Longer bytes are not compared with each other. */
const repeatLimit = 1024;

/** The same for forms that are read the same: a text of many equal groups has each of them as a candidate. */
function repeatKey(form: FormBytes): string | undefined {
  if (!form.tentative || form.frames || form.bytes.length > repeatLimit) return undefined;
  return JSON.stringify([
    form.form,
    form.truncated,
    form.identity,
    form.declaredLength,
    form.spelling,
    toHex(form.bytes),
  ]);
}

/** The first certain form; before it, forms whose bytes turn out to be something, complete ones first. */
function best(forms: readonly FormBytes[], options: DecodeOptions): Candidate | undefined {
  let incomplete: Candidate | undefined;
  const tried = new Set<string>();
  for (const form of forms) {
    if (options.form === undefined ? form.unsaid : form.form !== options.form) continue;
    const key = repeatKey(form);
    if (key !== undefined && tried.has(key)) continue;
    if (key !== undefined) tried.add(key);
    const readings = readingsOf(form, options.hint);
    if (!form.tentative) return incomplete ?? { form, readings };
    if (!isRecognised(readings)) continue;
    if (!readings[0]?.incomplete) return { form, readings };
    incomplete ??= { form, readings };
  }
  return incomplete;
}

/** The likeliest bytes in the form that the user chose, where nothing else speaks for them. */
function chosen(pasted: Pasted, options: DecodeOptions): Candidate | undefined {
  for (const reader of options.form === undefined ? [] : formReaders) {
    if (pasted.text.length > bulkLimit && !reader.bulk) continue;
    const form = reader.forms.some((name) => name === options.form)
      ? reader.read(pasted).find((each) => each.form === options.form)
      : undefined;
    if (form) return { form, readings: readingsOf(form, options.hint) };
  }
  return undefined;
}

/** A text that names an object; the form's remarks say what to print instead. */
const noBytes: KindReading = {
  kind: 'none',
  confidence: 'proven',
  summary: 'Nothing to decode: the text names an object in memory and shows none of its bytes',
  details: [],
  fields: {},
  tree: [],
};

const keyAdvice =
  'Replace the key if it stands in a log, a chat or a mail that others read: whoever has it can act as its owner.';

/** A key that nobody should have pasted: it is neither decoded nor shown. */
function privateKey(label: string): KindReading {
  return {
    ...noBytes,
    summary: `A private key was pasted (${label}): it is not decoded, and none of it is shown`,
    details: [keyAdvice],
    advice: [keyAdvice],
    fields: { secret_warning: true },
  };
}

/** A number of which the form's remarks say that it is cut. */
const cutNumber: KindReading = {
  ...noBytes,
  summary: 'Nothing to decode: the number is cut, and its last digits decide about every byte',
};

const nothing: Reading = {
  form: 'none',
  bytes: new Uint8Array(0),
  truncated: false,
  kind: 'none',
  confidence: 'weak',
  summary: 'Nothing to decode: the text holds no bytes',
  details: [
    "Paste a Python bytes literal (b'…'), a list of frames, hex, a hex dump, Base64, or the integer of an error message.",
  ],
  fields: {},
  tree: [],
  alternatives: [],
};

function isNumber(form: FormBytes): boolean {
  return form.form === 'int-decimal' || form.form === 'int-hex';
}

/** More bytes existed than are here. */
function cutLine(form: FormBytes): string {
  if (form.form === 'bytes')
    return 'Only the beginning of the file is decoded: that it ends early says nothing about the file.';
  if (isNumber(form)) return 'Only the first bytes of what the peer sent are in the number.';
  return 'The pasted text was cut: more bytes existed than stand here.';
}

/** Details without credentials; where something was kept back they say so. */
function saidDetails(lines: readonly string[], hide: ((text: string) => string) | undefined): readonly string[] {
  return hide ? [secretLine, ...lines.map(hide)] : lines;
}

function saidFields(
  fields: KindReading['fields'],
  hide: ((text: string) => string) | undefined,
): KindReading['fields'] {
  if (!hide) return fields;
  const shown = Object.entries(fields).map(([name, value]) => [name, hideInJson(value, hide)] as const);
  return Object.fromEntries([...shown, ['secret_warning', true]]);
}

function toReading({ form, readings, others = [] }: Candidate): Reading {
  const [first, ...rest] = readings;
  if (!first) return nothing;
  const recognised = isRecognised(readings);
  const hide = hiderOf(form.bytes, form.frames);
  const said = hide ?? ((text: string): string => text);
  const alternatives = rest
    .filter((other) => other.kind !== first.kind)
    .map(({ kind, summary }) => ({ kind, summary: said(summary) }));
  const ready = {
    form: form.form,
    bytes: form.bytes,
    truncated: form.truncated || first.incomplete === true,
    ...(form.frames && { frames: form.frames }),
    kind: first.kind,
    confidence: first.confidence,
    summary: said(first.summary),
    ...(first.advice && { advice: first.advice }),
    alternatives,
  };
  return withLate(ready, {
    details: () =>
      saidDetails(
        [
          ...first.details,
          ...(form.notes && (recognised || !isNumber(form) || form.tentative === false) ? form.notes : []),
          ...(form.truncated && !form.noBytes && (recognised || !isNumber(form)) ? [cutLine(form)] : []),
          ...others.map((other) => `The text holds another payload, to be pasted by itself: ${other}`),
        ],
        hide,
      ),
    problems: () => first.problems?.map(said),
    fields: () => saidFields({ ...form.fields, ...first.fields }, hide),
    tree: () => within(hide ? hideInTree(first.tree, hide) : first.tree, 0, form.bytes.length),
  });
}

/** Ranges cut to those of their parent: a header that lies about its length must not lead a view beyond the bytes. */
function within(nodes: readonly ReadingNode[], start: number, end: number): ReadingNode[] {
  return nodes.map((node) => {
    const from = Math.min(Math.max(node.start, start), end);
    const to = Math.min(Math.max(node.end, from), end);
    return { ...node, start: from, end: to, children: within(node.children, from, to) };
  });
}

/**
 * Decodes bytes that are at hand as bytes, such as those of a file.
 * @param truncated The bytes are the beginning of a longer file.
 * @returns A reading of form `bytes`. Never throws.
 */
export function decodeBytes(bytes: Uint8Array, hint?: Hint, truncated = false): Reading {
  const form: FormBytes = { form: 'bytes', bytes, truncated };
  return toReading({ form, readings: readingsOf(form, hint) });
}

/**
 * Decodes pasted text: finds the bytes in it and says what they are.
 * @param input Any text, also a whole log line or a dump with text around it. Offsets in the result are in bytes.
 * @returns Always a reading; of kind `none` where the text holds no bytes. Never throws.
 */
export function decode(input: string, options: DecodeOptions = {}): Reading {
  const raw = withoutOuterBlanks(input);
  if (raw === '') return nothing;
  const pasted: Pasted = { raw, text: cleanText(raw), ...(options.hint && { hint: options.hint }) };
  const candidate = choose(pasted, options) ?? chosen(pasted, options);
  return candidate ? toReading(candidate) : nothing;
}
