/** Translates statements of JavaScript and TypeScript into steps. */
import { apart, emit, unknown } from '../../proof/emit';
import { either, isOwn, isReceived, message, plain, somewhere, type Value } from '../../proof/value';
import { isError, oneLine, saysEnd } from '../../proof/words';
import { childIn, type SyntaxNode, walk } from '../../syntax';
import { goThrough, isTable, nameOf, ownDeclaration, type Reading, runsCode } from './reading';

type Translate = (reading: Reading, node: SyntaxNode) => void;

/** Emits what statements do. */
export function statementSteps(reading: Reading, statements: readonly SyntaxNode[]): void {
  for (const statement of statements) {
    const translate = translations.get(statement.type);
    if (translate) translate(reading, statement);
    else unknown(reading, `holds ${oneLine(reading.file.textOf(statement))}, of which nothing is known`);
  }
}

const nothing: Translate = () => undefined;

const translations = new Map<string, Translate>([
  ...['comment', 'empty_statement', 'interface_declaration', 'type_alias_declaration'].map(
    (type): [string, Translate] => [type, nothing],
  ),
  ['expression_statement', expression],
  ['lexical_declaration', declaration],
  ['statement_block', (reading, node) => statementSteps(reading, node.children)],
  ['if_statement', choice],
  ['for_in_statement', forLoop],
  ['switch_statement', choiceOfMany],
  ['try_statement', attempt],
  ['throw_statement', thrown],
  ['continue_statement', leaving],
  ['break_statement', leaving],
  ['return_statement', leaving],
]);

function expression(reading: Reading, { children: [only] }: SyntaxNode): void {
  if (!only) return;
  const target = childIn(only, 'left') ?? (only.type === 'update_expression' ? childIn(only, 'argument') : undefined);
  if (!target || !/^(?:(?:augmented_)?assignment|update)_expression$/.test(only.type)) {
    reading.expression(reading, only);
    return;
  }
  const source = childIn(only, 'right');
  const value = source ? reading.expression(reading, source) : plain;
  if (only.type !== 'assignment_expression') reading.expression(reading, target);
  assign(reading, target, value, source);
}

function assign(reading: Reading, target: SyntaxNode, value: Value, source: SyntaxNode | undefined): void {
  const { file } = reading;
  const declared = target.type === 'identifier' ? ownDeclaration(reading, target) : undefined;
  if (declared) {
    // A name may still stand for what it stood for before.
    reading.values.set(declared, either(value, reading.values.get(declared)));
    emit(reading, { does: 'bind', name: nameOf(declared) });
    return;
  }
  const what = oneLine(file.textOf(target));
  const object = target.type === 'subscript_expression' ? childIn(target, 'object') : undefined;
  const index = childIn(target, 'index');
  if (object && index && isTable(reading, object)) {
    reading.expression(reading, index);
    emit(reading, { does: 'change', what, of: [file.textOf(object)] });
    return;
  }
  const field = childIn(target, 'property');
  const owner = childIn(target, 'object');
  const isPlain = !!field && !!owner && isTable(reading, owner) && !runsCode(file, file.textOf(field), 'set');
  if (target.type !== 'identifier' && !isPlain) {
    unknown(reading, `sets ${what}, and nothing shows what that runs`);
    return;
  }
  const isConstant = !source || /^(?:true|false|null|undefined|number|string)$/.test(source.type);
  if (isConstant) unknown(reading, `sets ${what} to a value of its own, and others may wait for that`);
  else emit(reading, { does: 'change', what, of: [file.textOf(target)] });
}

function declaration(reading: Reading, node: SyntaxNode): void {
  if (node === reading.found.receive) {
    received(reading);
    return;
  }
  for (const declarator of node.children.filter(({ type }) => type === 'variable_declarator')) {
    const target = childIn(declarator, 'name');
    const source = childIn(declarator, 'value');
    const value = source ? reading.expression(reading, source, { quiet: true }) : plain;
    if (target) bind(reading, target, value);
  }
}

/** Names get what was received. */
export function received(reading: Reading): void {
  emit(reading, { does: 'receive' });
  for (const node of walk(reading.found.target)) {
    if (node.type === 'identifier') reading.values.set(node, message);
  }
}

/** Gives the names of a pattern a value; taking a message apart throws where it is nothing. */
function bind(reading: Reading, target: SyntaxNode, value: Value): void {
  if (target.type !== 'identifier' && (isReceived(value) || !isOwn(value))) emit(reading, { does: 'raise' });
  if (target.type === 'array_pattern') goThrough(reading, target, value);
  for (const node of walk(target)) {
    if (/^(?:identifier|shorthand_property_identifier_pattern)$/.test(node.type)) {
      reading.values.set(node, value);
      emit(reading, { does: 'bind', name: nameOf(node) });
    }
    if (/^(?:property_identifier|shorthand_property_identifier_pattern)$/.test(node.type) && !isOwn(value)) {
      const key = reading.file.textOf(node);
      if (runsCode(reading.file, key, 'get')) unknown(reading, `reads ${key}, which runs code`);
    }
    if (/^(?:assignment_pattern|object_assignment_pattern|computed_property_name)$/.test(node.type)) {
      const standard = childIn(node, 'right');
      if (standard) reading.expression(reading, standard);
    }
  }
}

function choice(reading: Reading, node: SyntaxNode): void {
  const condition = childIn(node, 'condition');
  if (condition) reading.expression(reading, condition, { asks: true });
  const ways = ['consequence', 'alternative'].map((field) => ({
    steps: apart(reading, () => {
      const way = childIn(node, field);
      if (way) statementSteps(reading, way.type === 'else_clause' ? way.children : [way]);
    }),
  }));
  emit(reading, { does: 'choose', ways });
}

/** A `switch`: each case goes on into the next until it breaks. */
function choiceOfMany(reading: Reading, node: SyntaxNode): void {
  const value = childIn(node, 'value');
  const chosen = value && reading.expression(reading, value);
  const cases = childIn(node, 'body')?.children ?? [];
  for (const { children } of cases) {
    const tested = children.find(({ field }) => field === 'value');
    const { roots } = tested ? reading.expression(reading, tested, { quiet: true }) : plain;
    if (roots.length > 0) emit(reading, { does: 'ask', of: roots, compared: !!chosen && isReceived(chosen) });
  }
  reading.depth++;
  const ways = cases.map((_, index) => ({
    steps: apart(reading, () => {
      for (const next of cases.slice(index))
        statementSteps(
          reading,
          next.children.filter(({ field }) => field === 'body'),
        );
    }),
  }));
  reading.depth--;
  emit(reading, { does: 'follow', body: [{ does: 'choose', ways: [...ways, { steps: [] }] }] });
}

function forLoop(reading: Reading, node: SyntaxNode): void {
  const left = childIn(node, 'left');
  const right = childIn(node, 'right');
  const body = childIn(node, 'body');
  const head = left && right ? reading.file.text.slice(node.start, right.start) : 'await';
  if (!left || !right || !body || /\bawait\b/.test(head) || !/\bof\s*$/.test(head)) {
    unknown(reading, `runs ${oneLine(reading.file.textOf(node))}`);
    return;
  }
  const items = reading.expression(reading, right);
  goThrough(reading, right, items);
  reading.depth++;
  const turn = () => {
    if (isReceived(items)) emit(reading, { does: 'raise' });
    bind(reading, left, isReceived(items) ? message : isOwn(items) ? items : somewhere);
    statementSteps(reading, body.type === 'statement_block' ? body.children : [body]);
  };
  // Read twice, since a name may get its value behind its use.
  apart(reading, turn);
  const steps = apart(reading, turn);
  reading.depth--;
  emit(reading, { does: 'repeat', body: steps });
}

function attempt(reading: Reading, node: SyntaxNode): void {
  const body = childIn(node, 'body');
  const handler = childIn(node, 'handler');
  const clause = handler && childIn(handler, 'body');
  if (childIn(node, 'finalizer')) unknown(reading, 'has a finally branch, which may rest on what came before');
  if (!body) return;
  const steps = apart(reading, () => statementSteps(reading, body.children));
  const clauses = clause ? [apart(reading, () => statementSteps(reading, clause.children))] : [];
  emit(reading, { does: 'attempt', body: steps, clauses });
}

function thrown(reading: Reading, { children: [made] }: SyntaxNode): void {
  const given = made && childIn(made, 'arguments');
  const kind = made && childIn(made, 'constructor');
  for (const argument of given?.children ?? []) reading.expression(reading, argument, { quiet: true });
  const isKept = made?.type === 'identifier' && ownDeclaration(reading, made) !== undefined;
  if (given && saysEnd(reading.file.textOf(given)))
    unknown(reading, `throws ${oneLine(reading.file.textOf(made))}, which says that something is to end`);
  if (made && !isKept && !isError(kind ? reading.file.textOf(kind) : '')) {
    unknown(reading, `throws ${oneLine(reading.file.textOf(made))}, which may be a signal to end the loop`);
  }
  emit(reading, { does: 'raise', meant: true });
  emit(reading, { does: 'leave', what: 'round' });
}

function leaving(reading: Reading, node: SyntaxNode): void {
  // A label may name the receive loop itself.
  const isNamed = node.type !== 'return_statement' && node.children.some(({ type }) => type === 'statement_identifier');
  if (isNamed) unknown(reading, `leaves what ${oneLine(reading.file.textOf(node).replace(/;$/, ''))} names`);
  else if (node.type === 'continue_statement' && reading.depth === 0) emit(reading, { does: 'leave', what: 'round' });
  else if (node.type === 'break_statement' && reading.depth > 0)
    emit(reading, { does: 'leave', what: breaksOut(node) });
  else unknown(reading, 'ends the loop, or a part of it, under a condition of its own');
}

/** What a `break` leaves: the choice that stands around it, or a loop. */
function breaksOut(node: SyntaxNode): 'function' | 'inner' {
  for (let at = node.parent; at; at = at.parent) {
    if (at.type === 'switch_case' || at.type === 'switch_default') return 'function';
    if (at.type === 'for_in_statement') return 'inner';
  }
  return 'inner';
}
