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
  /** Start of the block or file around it. */
  readonly block: number;
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
    const writes = (scope && writesIn(scope).get(name.text))?.filter(({ at }) => at < name.startIndex) ?? [];
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

/** Wordings of a name: what is added follows what it was declared with; else each assignment is one. */
function textsOf(writes: readonly Write[], names: CppNames): Message[] | undefined {
  if (writes.length === 0 || writes.length > maxWrites) return undefined;
  const read = ({ values }: Write): Message[] => joinTexts(values.map((value) => readCppValue(value, names)));
  if (writes.some(({ adds }) => adds)) {
    // What is added in an inner block may be added never or often.
    return joinTexts(writes.map((write) => (write.block === writes[0]?.block ? read(write) : [[holeOf('…')]])));
  }
  const texts = writes.flatMap(({ values }) => values.flatMap((value) => readCppText(value, names) ?? [[holeOf('…')]]));
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
      if (name?.type === 'identifier') add(name.text, { at, block, adds: false, values: [] });
    } else if (node.type === 'init_declarator') {
      const value = node.childForFieldName('value');
      const text = value?.type === 'argument_list' ? value.namedChild(0) : value;
      if (text) add(declaredName(node.childForFieldName('declarator')), { at, block, adds: false, values: [text] });
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

function blockAround(node: Node, scope: Node): number {
  const block = ancestorsOf(node, scope).find(({ type }) => /^(compound_statement|(for|while|do|if)_.*)$/.test(type));
  return block?.startIndex ?? 0;
}

function declaredName(declarator: Node | null): string | undefined {
  let at = declarator;
  while (at && at.type !== 'identifier') at = at.childForFieldName('declarator') ?? at.namedChild(0);
  return at?.text;
}
