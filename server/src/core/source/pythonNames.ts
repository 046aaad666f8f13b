/**
 * What names hold where they are used in a Python file: constants of the module, and the assignments of a function that
 * reach the use. Assignments are looked for once a function, when a name of it is first asked for.
 */
import type { Node } from 'web-tree-sitter';
import type { HeldValue, Names } from './pythonMessage';
import { additionsTo, canReach } from './pythonPaths';
import { namedChildren } from './tree';

/** A statement that sets a name, or adds to what it holds. */
export interface Assignment {
  readonly value: Node;
  /** The whole statement. */
  readonly node: Node;
  /** Where the assignment stands. */
  readonly start: number;
  /** Range of the block that holds it: inside it, from the assignment on, the name holds this value. */
  readonly block: { readonly start: number; readonly end: number };
}

interface Binding {
  readonly assignments: Assignment[];
  /** `name += value`, in order. */
  readonly additions: Assignment[];
  /** True where something else sets the name as well, such as a parameter or a loop. */
  changed: boolean;
}

type Bindings = Map<string, Binding>;

const scopeTypes = ['function_definition', 'lambda', 'class_definition'];
const targetTypes = ['for_statement', 'for_in_clause', 'augmented_assignment', 'named_expression'];

/**
 * Names of the file with this root.
 *
 * @param keepChanged also gives the assignments of names that something else sets too
 */
export function pythonNames(root: Node, keepChanged = false): Names {
  const known = new Map<number, Bindings>();
  const bindingsOf = (scope: Node): Bindings => {
    const found = known.get(scope.id) ?? (scope.type === 'module' ? moduleBindings(scope) : functionBindings(scope));
    known.set(scope.id, found);
    return found;
  };
  return {
    values(name) {
      if (name.type !== 'identifier') return undefined;
      for (let scope: Node | null = scopeAround(name, root); scope; scope = scopeAround(scope, root)) {
        const binding = bindingsOf(scope).get(name.text);
        if (!binding) continue;
        if (binding.changed && !keepChanged) return undefined;
        // A function may run long after the module, so that only a use in the module itself comes before or after.
        return scope.type === 'module'
          ? binding.assignments.map(({ value }) => ({ value, added: [] }))
          : reaching(binding, name);
      }
      return undefined;
    },
    items(name) {
      const values = this.values(name);
      const scope = scopeAround(name, root);
      const isOpen = values?.every(({ value }) => value.type !== 'list' || value.namedChildCount === 0);
      return scope && isOpen ? appendedTo(name.text, scope) : undefined;
    },
  };
}

/** Values that can have reached the use: from the last assignment back to one that every path passes. */
function reaching({ assignments, additions }: Binding, name: Node): HeldValue[] | undefined {
  const at = name.startIndex;
  const before = assignments
    .filter((assignment) => assignment.node.endIndex <= at && canReach(assignment, at))
    .sort((a, b) => b.start - a.start);
  const values: HeldValue[] = [];
  for (const assignment of before) {
    for (const added of additionsTo(assignment, additions, at).reverse())
      values.push({ value: assignment.value, added });
    if (assignment.block.start <= at && at < assignment.block.end) break;
  }
  return values.length > 0 ? values.reverse() : undefined;
}

/** What `name.append(…)` puts into a list, anywhere in the function or module. */
function appendedTo(name: string, scope: Node): Node[] {
  return scope.descendantsOfType('call').flatMap((call) => {
    const callee = call?.childForFieldName('function');
    if (callee?.type !== 'attribute' || callee.childForFieldName('attribute')?.text !== 'append') return [];
    if (callee.childForFieldName('object')?.text !== name) return [];
    const list = call?.childForFieldName('arguments');
    return list ? namedChildren(list).slice(0, 1) : [];
  });
}

function scopeAround(node: Node, root: Node): Node | null {
  if (node.type === 'module') return null;
  for (let at = node.parent; at; at = at.parent) if (at.type === 'function_definition') return at;
  return root;
}

/** Constants: the last assignment to a name directly in the module. */
function moduleBindings(root: Node): Bindings {
  const bindings: Bindings = new Map();
  for (const statement of namedChildren(root)) {
    const [child] = statement.type === 'expression_statement' ? namedChildren(statement) : [];
    for (const [target, assignment] of child?.type === 'assignment' ? targetsOf(child, root) : []) {
      if (target.type === 'identifier')
        bindings.set(target.text, { assignments: [assignment], additions: [], changed: false });
    }
  }
  return bindings;
}

function functionBindings(scope: Node): Bindings {
  const bindings: Bindings = new Map();
  const bind = (name: string): Binding => {
    const binding = bindings.get(name) ?? { assignments: [], additions: [], changed: false };
    bindings.set(name, binding);
    return binding;
  };
  const change = (target: Node | null): void => {
    for (const name of target ? identifiersOf(target) : []) bind(name).changed = true;
  };
  change(scope.childForFieldName('parameters'));
  const body = scope.childForFieldName('body');
  for (const node of body ? ownNodes(body) : []) {
    if (node.type === 'as_pattern_target') change(node);
    else if (isAddition(node)) {
      const [[target, assignment] = []] = targetsOf(node, body);
      if (target && assignment) bind(target.text).additions.push(assignment);
    } else if (node.type !== 'assignment') change(node.childForFieldName('left') ?? node.childForFieldName('name'));
    else if (node.parent?.type !== 'assignment') {
      for (const [target, assignment] of targetsOf(node, body)) {
        if (target.type === 'identifier') bind(target.text).assignments.push(assignment);
        else change(target);
      }
    }
  }
  return bindings;
}

/** `name += value`. */
function isAddition(node: Node): boolean {
  if (node.type !== 'augmented_assignment' || node.childForFieldName('operator')?.type !== '+=') return false;
  return node.childForFieldName('left')?.type === 'identifier';
}

/** Nodes that set names in a body, those of inner functions and classes left out. */
function ownNodes(body: Node): Node[] {
  const own: Node[] = [];
  let end = -1;
  for (const node of body.descendantsOfType([...scopeTypes, ...targetTypes, 'assignment', 'as_pattern_target'])) {
    if (!node || node.startIndex < end) continue;
    if (scopeTypes.includes(node.type)) end = node.endIndex;
    else own.push(node);
  }
  return own;
}

/** Each target of an assignment, `a = b = value` included, with the value. */
function targetsOf(node: Node, fallback: Node | null): [target: Node, assignment: Assignment][] {
  const targets: Node[] = [];
  let value: Node | null = node;
  while (value?.type === 'assignment' || value?.type === 'augmented_assignment') {
    const left = value.childForFieldName('left');
    if (left) targets.push(left);
    value = value.childForFieldName('right');
  }
  if (!value) return [];
  let block: Node | null = node;
  while (block && block.type !== 'block' && block.type !== 'module') block = block.parent;
  const range = block ?? fallback ?? node;
  const assignment = { value, node, start: node.startIndex, block: { start: range.startIndex, end: range.endIndex } };
  return targets.map((target) => [target, assignment]);
}

function identifiersOf(node: Node): string[] {
  if (node.type === 'identifier') return [node.text];
  // An attribute or item that is set changes no text.
  if (node.type === 'attribute' || node.type === 'subscript') return [];
  // A parameter’s default and type set nothing.
  if (node.type.endsWith('parameter') && node.type !== 'typed_parameter') {
    const name = node.childForFieldName('name');
    if (name) return identifiersOf(name);
  }
  return namedChildren(node)
    .filter((child) => child.type !== 'type')
    .flatMap(identifiersOf);
}
