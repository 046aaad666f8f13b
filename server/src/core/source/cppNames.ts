/** What local names and constants of a C or C++ file hold, where it is text. */
import type { Node } from 'web-tree-sitter';
import { type CppNames, joinTexts, readCppText, readCppValue, streamParts } from './cppMessage';
import { holeOf, type Message } from './message';
import { ancestorsOf, namedChildren } from './tree';

/** A place where a name gets text. */
interface Write {
  readonly at: number;
  /** `=` starts anew, `+=` and `<<` add. */
  readonly adds: boolean;
  readonly values: readonly Node[];
  /** The block or file around it. */
  readonly block: Range;
  /** A declaration: the name is another one outside of the block. */
  readonly declares?: boolean;
}

interface Range {
  readonly start: number;
  readonly end: number;
}

type Writes = ReadonlyMap<string, readonly Write[]>;

/** Most writes of one name that are followed. */
const maxWrites = 16;

/** Most names that lead to each other. */
const maxSteps = 4;

/** Looks names up in the function around them, then among the constants of the file. */
export function cppNames(root: Node): CppNames {
  const byFunction = new Map<number, Writes>();
  let ofFile: Writes | undefined;
  const constants = (): Writes => {
    ofFile ??= constantsOf(root);
    return ofFile;
  };
  let steps = 0;
  const writesIn = (scope: Node): Writes => {
    const found = byFunction.get(scope.id) ?? writesOf(scope);
    byFunction.set(scope.id, found);
    return found;
  };
  const names: CppNames = (name) => {
    if (steps >= maxSteps) return undefined;
    steps++;
    const scope = functionAround(name);
    const writes = seenFrom(name.startIndex, (scope && writesIn(scope).get(name.text)) ?? []);
    const texts = textsOf(writes.length > 0 ? writes : (constants().get(name.text) ?? []), names);
    steps--;
    return texts;
  };
  return names;
}

function functionAround(node: Node): Node | undefined {
  for (let at = node.parent; at; at = at.parent) if (at.type === 'function_definition') return at;
  return undefined;
}

/** Writes before a use, from the declaration on that is in sight there. */
function seenFrom(use: number, writes: readonly Write[]): Write[] {
  const before = writes.filter(({ at }) => at < use);
  const declared = before.findLastIndex(({ declares, block }) => declares && block.start <= use && use < block.end);
  return before.slice(Math.max(0, declared));
}

/** Wordings of a name: what is added follows what it was declared with; else each assignment is one. */
function textsOf(writes: readonly Write[], names: CppNames): Message[] | undefined {
  if (writes.length === 0 || writes.length > maxWrites) return undefined;
  const read = ({ values }: Write): Message[] => joinTexts(values.map((value) => readCppValue(value, names)));
  if (writes.some(({ adds }) => adds)) {
    // A number that grows is a value and no text.
    if (!writes.some(({ values }) => values.some((value) => readCppText(value, names)))) return undefined;
    // What is added in an inner block may be added never or often.
    return joinTexts(
      writes.map((write) => (write.block.start === writes[0]?.block.start ? read(write) : [[holeOf('…')]])),
    );
  }
  const texts = writes.flatMap((write, i): Message[] => {
    // What is declared without a text is empty where only inner blocks set it.
    if (write.values.length === 0)
      return writes.some(({ block }, j) => j > i && block.start === write.block.start) ? [] : [[]];
    return write.values.flatMap((value) => readCppText(value, names) ?? [[holeOf('…')]]);
  });
  return texts.some((text) => text.some((part) => typeof part === 'string')) ? texts : undefined;
}

/** Text constants outside of functions: `constexpr char kText[] = "…"`, also in namespaces. */
function constantsOf(root: Node): Writes {
  const constants = new Map<string, readonly Write[]>();
  const open = namedChildren(root);
  for (let node = open.pop(); node; node = open.pop()) {
    if (/^(namespace_definition|declaration_list|preproc_(if|ifdef|else)|linkage_specification)$/.test(node.type)) {
      open.push(...namedChildren(node));
    } else if (node.type === 'declaration') {
      for (const [name, writes] of writesOf(node)) constants.set(name, writes);
    }
  }
  return constants;
}

function writesOf(scope: Node): Writes {
  const writes = new Map<string, Write[]>();
  const add = (name: string | undefined, write: Write): void => {
    if (name !== undefined) writes.set(name, [...(writes.get(name) ?? []), write]);
  };
  for (const node of scope.descendantsOfType([
    'declaration',
    'init_declarator',
    'assignment_expression',
    'expression_statement',
  ])) {
    if (!node) continue;
    const at = node.startIndex;
    const block = blockAround(node, scope);
    if (node.type === 'declaration') {
      const name = node.childForFieldName('declarator');
      if (name?.type === 'identifier') add(name.text, { at, block, adds: false, declares: true, values: [] });
    } else if (node.type === 'init_declarator') {
      const value = node.childForFieldName('value');
      const text = value?.type === 'argument_list' ? value.namedChild(0) : value;
      const name = declaredName(node.childForFieldName('declarator'));
      if (text) add(name, { at, block, adds: false, declares: true, values: [text] });
    } else if (node.type === 'assignment_expression') {
      const value = node.childForFieldName('right');
      const adds = node.childForFieldName('operator')?.text === '+=';
      if (value) add(node.childForFieldName('left')?.text, { at, block, adds, values: [value] });
    } else {
      const chain = node.namedChild(0);
      const [stream, ...values] = chain?.type === 'binary_expression' ? streamParts(chain) : [];
      if (stream?.type === 'identifier' && values.length > 0) add(stream.text, { at, block, adds: true, values });
    }
  }
  return writes;
}

function blockAround(node: Node, scope: Node): Range {
  const block = ancestorsOf(node, scope).find(({ type }) => /^(compound_statement|(for|while|do|if)_.*)$/.test(type));
  return block ? { start: block.startIndex, end: block.endIndex } : { start: 0, end: Number.POSITIVE_INFINITY };
}

function declaredName(declarator: Node | null): string | undefined {
  let at = declarator;
  while (at && at.type !== 'identifier') at = at.childForFieldName('declarator') ?? at.namedChild(0);
  return at?.text;
}
