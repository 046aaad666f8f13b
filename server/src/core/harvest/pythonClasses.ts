/**
 * Exception classes that make their text themselves, from the arguments they are raised with:
 * `super().__init__(f"…")` in `__init__`, or `return f"…"` in `__str__`.
 */
import type { Node } from 'web-tree-sitter';
import { holeOf, type Message, product } from '../source/message';
import { argumentsOf, type MessageReader, readMessages } from '../source/pythonMessage';
import { lastName } from '../source/pythonStatement';
import { namedChildren } from '../source/tree';

/** Most wordings of one raised text. */
const maxWordings = 16;

/** The text that a class gives itself. */
export interface ClassText {
  readonly name: string;
  readonly bases: readonly string[];
  readonly file: string;
  /** Parameters of `__init__` in order, without `self`; empty with `messages` undefined where the class has none. */
  readonly parameters: readonly { readonly name: string; readonly value: readonly Message[] | undefined }[];
  /** Holes are named by the expression, so that those of parameters are seen. Undefined: it has no text of its own. */
  readonly messages: readonly Message[] | undefined;
}

/** Arguments of a raised call, each with its wordings; unreadable ones are holes. */
export interface RaisedArguments {
  readonly positional: readonly (readonly Message[])[];
  readonly named: ReadonlyMap<string, readonly Message[]>;
}

/** Reads a class definition. */
export function readClass(node: Node, file: string, reader: MessageReader): ClassText {
  const bases = node.childForFieldName('superclasses');
  const methods = methodsOf(node);
  const init = methods.get('__init__');
  const shown = methods.get('__str__');
  return {
    name: node.childForFieldName('name')?.text ?? '',
    bases: bases ? namedChildren(bases).map(lastName) : [],
    file,
    parameters: init ? parametersOf(init, reader) : [],
    messages: (shown && returnedTexts(shown, init, reader)) ?? (init && initTexts(init, reader)),
  };
}

/** Wordings of the class’s text for the arguments; undefined where the class leaves the text to its caller. */
export function textWith({ parameters, messages }: ClassText, given: RaisedArguments): Message[] | undefined {
  if (!messages) return undefined;
  const argumentFor = (name: string): readonly Message[] | undefined => {
    const index = parameters.findIndex((parameter) => parameter.name === name.replace(/^self\./, ''));
    const parameter = parameters[index];
    if (!parameter) return undefined;
    return given.named.get(parameter.name) ?? given.positional[index] ?? parameter.value;
  };
  return messages.flatMap((message) =>
    product(
      message.map((part) => (typeof part === 'string' ? [[part]] : (argumentFor(part.name) ?? [[part]]))),
      maxWordings,
    ),
  );
}

/** Wordings of every argument of a call. */
export function raisedArguments(call: Node, reader: MessageReader): RaisedArguments {
  const { positional, named } = argumentsOf(call);
  const wordings = (node: Node): readonly Message[] => readMessages(node, reader) ?? [[holeOf(node.text)]];
  return {
    positional: positional.map(wordings),
    named: new Map([...named].map(([name, node]) => [name, wordings(node)])),
  };
}

function methodsOf(node: Node): Map<string, Node> {
  const body = node.childForFieldName('body');
  const methods = (body ? namedChildren(body) : []).filter((child) => child.type === 'function_definition');
  return new Map(methods.map((method) => [method.childForFieldName('name')?.text ?? '', method]));
}

function parametersOf(init: Node, reader: MessageReader): ClassText['parameters'] {
  const list = init.childForFieldName('parameters');
  return (list ? namedChildren(list) : []).slice(1).flatMap((node) => {
    const name = node.type === 'identifier' ? node : (node.childForFieldName('name') ?? namedChildren(node)[0]);
    if (name?.type !== 'identifier') return [];
    const value = node.childForFieldName('value');
    return [{ name: name.text, value: value ? readMessages(value, reader) : undefined }];
  });
}

/** Text handed to the base class: `super().__init__(text)` or `Exception.__init__(self, text)`. */
function initTexts(init: Node, reader: MessageReader): Message[] | undefined {
  for (const call of init.descendantsOfType('call')) {
    const callee = call?.childForFieldName('function');
    if (!call || callee?.childForFieldName('attribute')?.text !== '__init__') continue;
    const { positional } = argumentsOf(call);
    const text = positional[0]?.text === 'self' ? positional[1] : positional[0];
    return text && text.type !== 'list_splat' ? (readMessages(text, reader) ?? [[holeOf(text.text)]]) : undefined;
  }
  return undefined;
}

function returnedTexts(method: Node, init: Node | undefined, reader: MessageReader): Message[] | undefined {
  // A method that adds to `super().__str__()` leaves the text itself to `__init__`.
  if (method.text.includes('super()')) return undefined;
  const texts = method.descendantsOfType('return_statement').map((statement) => {
    const [value] = statement ? namedChildren(statement) : [];
    const kept = init && value?.type === 'attribute' ? assignedTo(value.text, init) : undefined;
    if (kept) return readMessages(kept, reader) ?? [[holeOf(kept.text)]];
    return value && readMessages(value, reader);
  });
  return texts.length > 0 && texts.every((text) => text) ? texts.flatMap((text) => text ?? []) : undefined;
}

/** What `__init__` keeps in `self.name`; undefined where that is set more than once. */
function assignedTo(attribute: string, init: Node): Node | undefined {
  const assignments = init
    .descendantsOfType('assignment')
    .filter((node) => node?.childForFieldName('left')?.text === attribute);
  return (assignments.length === 1 && assignments[0]?.childForFieldName('right')) || undefined;
}
