/** Facts of one Python file. */
import type { Node, Tree } from 'web-tree-sitter';
import type { MessageReader } from '../source/pythonMessage';
import { pythonNames } from '../source/pythonNames';
import { type Emission, emittedMessages, readAssert, readCall, readRaise, readRaised } from '../source/pythonStatement';
import { namedChildren } from '../source/tree';
import type { Place } from './fact';
import { factsOf } from './facts';
import type { FileHarvest } from './files';
import { raisedArguments, readClass } from './pythonClasses';
import { guardsOf, wrapsOf } from './pythonPlace';

const types = ['class_definition', 'function_definition', 'raise_statement', 'assert_statement', 'call'];

/** Reads a whole file. The tree must be free of errors: what stands around one cannot be trusted. */
export function harvestPython(tree: Tree, file: string): FileHarvest {
  const root = tree.rootNode;
  const reader: MessageReader = { names: pythonNames(root), loose: false };
  const harvest: FileHarvest = { facts: [], raises: [], classes: [] };
  const path: { readonly name: string; readonly end: number }[] = [];
  const nodes = root.descendantsOfType(types);
  const raised = new Map(
    nodes.flatMap((node) => (node?.type === 'raise_statement' ? [[node.id, raisedBy(node, reader)] as const] : [])),
  );
  const thrown = new Set([...raised.values()].flat().map(({ call }) => call.id));
  for (const node of nodes) {
    if (!node) continue;
    while ((path.at(-1)?.end ?? Number.POSITIVE_INFINITY) <= node.startIndex) path.pop();
    if (node.type === 'class_definition' || node.type === 'function_definition') {
      path.push({ name: node.childForFieldName('name')?.text ?? '', end: node.endIndex });
      if (node.type === 'class_definition') harvest.classes.push(readClass(node, file, reader));
    } else {
      const made = thrown.has(node.id) ? [] : madeBy(node);
      const name = path.map(({ name }) => name).join('.') || '<module>';
      readSite(node, raised.get(node.id) ?? made, file, name, reader, harvest);
    }
  }
  return harvest;
}

function readSite(
  node: Node,
  raised: readonly Raised[],
  file: string,
  name: string,
  reader: MessageReader,
  into: FileHarvest,
): void {
  for (const emission of raised) {
    into.raises.push({
      place: placeOf(node, emission, file, name),
      messages: emittedMessages(emission, reader),
      given: raisedArguments(emission.call, reader),
    });
  }
  const emission =
    node.type === 'assert_statement' ? readAssert(node) : node.type === 'call' ? readCall(node) : undefined;
  if (!emission) return;
  const messages = emittedMessages(emission, reader);
  if (messages.length > 0) into.facts.push(...factsOf(placeOf(node, emission, file, name), messages));
}

type Raised = NonNullable<ReturnType<typeof readRaise>>;

/** A call that makes an exception which others raise: it is returned, kept, or given to a future. */
function madeBy(call: Node): Raised[] {
  const made = call.type === 'call' ? readRaised(call) : undefined;
  return made && /^[A-Z]\w*(Error|Exception)$/.test(made.exception ?? '') ? [made] : [];
}

/** What a raise statement raises: a call, or the calls that a name was assigned. */
function raisedBy(statement: Node, reader: MessageReader): Raised[] {
  const direct = readRaise(statement);
  if (direct) return [direct];
  const [name] = namedChildren(statement);
  const values = name?.type === 'identifier' ? reader.names.values(name) : undefined;
  return (values ?? [])
    .flatMap(({ value }) => readRaised(value) ?? [])
    .filter(({ exception }) => /^[A-Z]/.test(exception ?? ''));
}

function placeOf(node: Node, { kind, level, exception }: Emission, file: string, name: string): Place {
  return {
    kind,
    level,
    exception,
    file,
    function: name,
    line: node.startPosition.row + 1,
    endLine: node.endPosition.row + 1,
    guards: guardsOf(node),
    wraps: wrapsOf(node),
  };
}
