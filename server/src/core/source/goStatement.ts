/** Calls of Go that emit a message: errors made, logs, panics, prints. */

import type { Node } from 'web-tree-sitter';
import type { Level } from '../match/match';
import type { Emitted } from './emission';
import { controlEscapes } from './escapes';
import { formatGo } from './format';
import { holeOf, literalLength, type Message, product } from './message';
import { namedChildren } from './tree';

/** Most wordings of one message. */
const maxWordings = 16;

/** Deepest nesting of an expression that is read. */
const maxDepth = 12;

/** Names of methods that log: klog, glog, the standard logger, zap, slog, logr, logrus. */
const logMethod =
  /^(Debug|Trace|Info|Notice|Warn|Warning|Error|DPanic|Panic|Fatal|Exit|Print)(f|ln|w|S|Depth|Depthf|Context)?$/;

const levels = new Map<string, Level>([
  ['Debug', 'DEBUG'],
  ['Trace', 'DEBUG'],
  ['Info', 'INFO'],
  ['Notice', 'INFO'],
  ['Warn', 'WARNING'],
  ['Warning', 'WARNING'],
  ['Error', 'ERROR'],
  ['DPanic', 'CRITICAL'],
  ['Panic', 'CRITICAL'],
  ['Fatal', 'CRITICAL'],
  ['Exit', 'CRITICAL'],
]);

/** What a logger is called, alone or in a chain: `log`, `r.Log`, `klog.V(2)`, `logger.WithField(…)`. */
const loggerName = /^([kgs]|v)?log$|^(zap|logrus|sugar|entry)$|(^|_)log(ger)?$|Log(ger)?$|^log[A-Z]/;

/** Functions that make an error, by package and name. */
const makers =
  /^(errors|xerrors|pkgerrors|fmt|status|apierrors|field|huma|echo|fiber|grpcstatus)\.(New|Errorf?|Wrapf?|WithMessagef?|NewHTTPError|NewError)$/;

/** What a call emits; undefined where it emits nothing. */
export function readGoCall(call: Node): Emitted | undefined {
  const callee = call.childForFieldName('function');
  if (!callee) return undefined;
  const name = callee.text;
  if (name === 'panic') return emitted({ kind: 'raise', level: null }, call, false);
  if (makers.test(name)) return emitted({ kind: 'raise', level: null }, call, name.endsWith('f'));
  if (/^fmt\.(Print|Printf|Println)$/.test(name))
    return emitted({ kind: 'print', level: null }, call, name.endsWith('f'));
  if (/^fmt\.Fprint(f|ln)?$/.test(name)) {
    const toStderr = /^os\.Stderr$/.test(argumentsOf(call)[0]?.text ?? '');
    return toStderr ? emitted({ kind: 'print', level: null }, call, name.endsWith('f')) : undefined;
  }
  if (callee.type !== 'selector_expression') return undefined;
  const [, word = '', form = ''] = logMethod.exec(callee.childForFieldName('field')?.text ?? '') ?? [];
  const object = callee.childForFieldName('operand');
  if (word === '' || !object || !namesIn(object).some((it) => loggerName.test(it))) return undefined;
  return emitted({ kind: 'log', level: levels.get(word) ?? null }, call, /f$/.test(form));
}

/** Text that the method `Error() string` returns. */
export function readGoErrorMethod(method: Node): Message[] {
  if (method.childForFieldName('name')?.text !== 'Error') return [];
  const texts = method.descendantsOfType('return_statement').flatMap((statement) => {
    const value = statement?.namedChild(0)?.namedChild(0);
    return value ? (readGoText(value) ?? []) : [];
  });
  return texts.filter((text) => literalLength(text) > 0);
}

/** Names along a chain of selectors and calls, outermost last. */
function namesIn(node: Node): string[] {
  if (node.type === 'identifier') return [node.text];
  if (node.type === 'call_expression') {
    const callee = node.childForFieldName('function');
    return callee ? namesIn(callee) : [];
  }
  if (node.type !== 'selector_expression') return [];
  const object = node.childForFieldName('operand');
  return [...(object ? namesIn(object) : []), node.childForFieldName('field')?.text ?? ''];
}

function argumentsOf(call: Node): Node[] {
  const list = call.childForFieldName('arguments');
  return list ? namedChildren(list) : [];
}

/** The first argument that is text; what follows is put in where the call formats, else it is fields beside the text. */
function emitted(what: Pick<Emitted, 'kind' | 'level'>, call: Node, formats: boolean): Emitted | undefined {
  const args = argumentsOf(call);
  for (const [i, arg] of args.entries()) {
    const texts = readGoText(arg)?.filter((text) => literalLength(text) > 0) ?? [];
    if (texts.length === 0) continue;
    const values = args.slice(i + 1).map(({ text }) => text);
    const messages = formats ? texts.map((text) => formatGo(text, values)) : texts;
    return { ...what, exception: null, messages };
  }
  return undefined;
}

function readGoText(node: Node, depth = 0): Message[] | undefined {
  if (depth > maxDepth) return undefined;
  const [first, second] = namedChildren(node);
  switch (node.type) {
    case 'interpreted_string_literal':
      return [
        [
          namedChildren(node)
            .map((part) => (part.type === 'escape_sequence' ? unescapeGo(part.text) : part.text))
            .join(''),
        ],
      ];
    case 'raw_string_literal':
      return [[node.text.slice(1, -1)]];
    case 'parenthesized_expression':
      return first && readGoText(first, depth + 1);
    case 'binary_expression': {
      if (!first || !second || node.childForFieldName('operator')?.text !== '+') return undefined;
      const texts = [readGoText(first, depth + 1), readGoText(second, depth + 1)];
      if (texts.every((text) => !text)) return undefined;
      return product([texts[0] ?? [[holeOf(first.text)]], texts[1] ?? [[holeOf(second.text)]]], maxWordings);
    }
    case 'call_expression': {
      if (node.childForFieldName('function')?.text !== 'fmt.Sprintf') return undefined;
      const [format, ...values] = argumentsOf(node);
      const expressions = values.map(({ text }) => text);
      return format && readGoText(format, depth + 1)?.map((text) => formatGo(text, expressions));
    }
    default:
      return undefined;
  }
}

/** Text of one escape sequence (Go specification, “Rune literals”). */
function unescapeGo(text: string): string {
  const digits = /^\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8}))$/.exec(text);
  const hex = digits?.[1] ?? digits?.[2] ?? digits?.[3];
  if (hex !== undefined) return String.fromCodePoint(Math.min(Number.parseInt(hex, 16), 0x10ffff));
  if (/^\\[0-7]{3}$/.test(text)) return String.fromCharCode(Number.parseInt(text.slice(1), 8));
  return controlEscapes.get(text.slice(1)) ?? text.slice(1);
}
