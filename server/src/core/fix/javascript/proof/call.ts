/** Translates calls of JavaScript: known functions and methods, changes of plain tables, answers. */
import { emit, unknown } from '../../proof/emit';
import { isOwn, isReceived, message, plain, type Value } from '../../proof/value';
import { oneLine } from '../../proof/words';
import { childIn, type SyntaxNode } from '../../syntax';
import { declarationOf } from '../declaration';
import { sendsOn } from '../sending';
import { socketClass } from '../socketLoop';
import { isBuiltIn, isTable, ownDeclaration, type Reading } from './reading';

/** Functions of the language and of Node.js that change nothing. */
const known = new Set([
  ...['JSON.parse', 'JSON.stringify', 'Number', 'String', 'Boolean', 'parseInt', 'parseFloat', 'Buffer.from'],
  ...['Array.isArray', 'Object.keys', 'Object.values', 'Object.entries', 'Number.isInteger', 'Number.isFinite'],
  ...['Date.now', 'performance.now', 'Buffer.isBuffer', 'Buffer.concat', 'isNaN'],
]);

/** Packages whose functions of these names read or write msgpack. */
const codecs = /["'](?:@msgpack\/msgpack|msgpackr|msgpack-lite|notepack\.io)["']/;
const coding = new Set(['decode', 'encode', 'pack', 'unpack']);

/** Methods of what was made of a message that change nothing. */
const reading = new Set([
  ...[
    'toString',
    'subarray',
    'slice',
    'equals',
    'split',
    'trim',
    'trimEnd',
    'toLowerCase',
    'toUpperCase',
    'startsWith',
  ],
  ...['endsWith', 'includes', 'indexOf', 'join', 'at', 'keys', 'values', 'entries', 'get', 'has', 'readUInt8'],
  ...['readUInt16LE', 'readUInt16BE', 'readUInt32LE', 'readUInt32BE', 'readInt32LE', 'readInt32BE', 'toJSON'],
  ...['readBigUInt64LE', 'readBigUInt64BE', 'replace', 'padStart', 'toFixed', 'toUTCString', 'toISOString'],
]);

/** Methods by which a Map, a Set or an array changes as a whole. */
const changing = new Set(['set', 'add', 'push', 'unshift', 'delete', 'pop', 'shift']);

/** Functions and methods that call what they are given beside the value. */
const taking = /(?:^JSON\.(?:parse|stringify)|\.replace)$/;

/** Emits what a call does, and gives its value. */
export function callValue(scope: Reading, call: SyntaxNode): Value {
  const { file } = scope;
  const callee = childIn(call, 'function');
  const given = childIn(call, 'arguments');
  if (!callee || given?.type !== 'arguments') return nothingKnown(scope, call);
  const name = file.textOf(callee);
  const evaluate = () => {
    const nodes = given.children.filter(({ type }) => type !== 'comment');
    return nodes.map((node, index) => {
      const value = scope.expression(scope, node, { quiet: name.startsWith('console.') });
      if (index > 0 && taking.test(name) && !isOwn(value))
        unknown(scope, `gives ${oneLine(file.textOf(node))} to a function, which may call it`);
      return value;
    });
  };
  if (/^console\.\w+$/.test(name) && isKnown(scope, callee)) {
    evaluate();
    return plain;
  }
  if ((known.has(name) && isKnown(scope, callee)) || isCodec(scope, callee)) return madeOf(scope, evaluate());
  const object = childIn(callee, 'object');
  const method = childIn(callee, 'property');
  if (!object || !method) return nothingKnown(scope, callee);
  const called = file.textOf(method);
  if (name === `${scope.found.socket}.send`) return answer(scope, callee, given);
  if (changing.has(called) && isTable(scope, object)) {
    const values = evaluate();
    if (isOfRound(scope, object)) return message;
    emit(scope, { does: 'change', what: oneLine(name), of: [file.textOf(object)] });
    // What an earlier round left is given back.
    const isUsed = /^(?:delete|pop|shift)$/.test(called) && call.parent?.type !== 'expression_statement';
    if (isUsed) emit(scope, { does: 'read', of: [file.textOf(object)] });
    return values.some(isReceived) ? message : plain;
  }
  if (['has', 'get'].includes(called) && isTable(scope, object)) {
    evaluate();
    const of = [file.textOf(object)];
    emit(scope, called === 'get' ? { does: 'read', of } : { does: 'ask', of, compared: false });
    return plain;
  }
  return methodOfRound(scope, callee, object, called, evaluate);
}

/** True for a table that the round itself makes, and of which nothing else knows. */
function isOfRound(scope: Reading, object: SyntaxNode): boolean {
  const declared = ownDeclaration(scope, object);
  const value = declared && scope.values.get(declared);
  return !!value && isOwn(value);
}

/** True for a function of the language or of Node.js, to whose first name the file gives no other meaning. */
function isKnown({ file }: Reading, callee: SyntaxNode): boolean {
  const root = childIn(callee, 'object') ?? callee;
  return isBuiltIn(file, root);
}

function nothingKnown(scope: Reading, callee: SyntaxNode): Value {
  unknown(scope, `calls ${oneLine(scope.file.textOf(callee))}, which is not followed`);
  return plain;
}

function madeOf(scope: Reading, values: readonly Value[]): Value {
  if (!values.some(isReceived)) return plain;
  emit(scope, { does: 'raise' });
  return message;
}

/** `decode` and the like, imported from a package that reads msgpack. */
function isCodec({ file }: Reading, callee: SyntaxNode): boolean {
  const root = callee.type === 'identifier' ? callee : childIn(callee, 'object');
  const name = callee.type === 'identifier' ? callee : childIn(callee, 'property');
  const declared = root?.type === 'identifier' ? declarationOf(file, root)?.node : undefined;
  if (!declared || !name || !coding.has(file.textOf(name))) return false;
  for (let at: SyntaxNode | null = declared; at; at = at.parent) {
    if (at.type === 'import_statement') return codecs.test(file.textOf(at));
  }
  return false;
}

/** An answer on the socket, whole and to the peer that the message came from. */
function answer(scope: Reading, callee: SyntaxNode, given: SyntaxNode): Value {
  const [parts, ...others] = given.children;
  if (socketClass(scope.found) !== 'Router' || parts?.type !== 'array' || others.length > 0)
    return nothingKnown(scope, callee);
  // With this option, or while something else is being sent, the answer fails.
  const isRefused = /\bmandatory\b/.test(scope.file.text) || sendsOn(scope.file, scope.found).length > 1;
  if (isReceived(scope.expression(scope, parts)) || isRefused) emit(scope, { does: 'raise' });
  emit(scope, { does: 'change', what: scope.file.textOf(callee), of: [] });
  return plain;
}

/** A method of what was made in this round: in JavaScript each may throw for a message, since none is known by its kind. */
function methodOfRound(
  scope: Reading,
  callee: SyntaxNode,
  object: SyntaxNode,
  name: string,
  evaluate: () => Value[],
): Value {
  const before = scope.steps.length;
  const owner = scope.expression(scope, object, { quiet: true });
  if (!isOwn(owner) || !(reading.has(name) || (changing.has(name) && object.type === 'identifier'))) {
    scope.steps.length = before;
    return nothingKnown(scope, callee);
  }
  const values = evaluate();
  if (isReceived(owner) || values.some(isReceived)) emit(scope, { does: 'raise' });
  return isReceived(owner) || values.some(isReceived) ? message : plain;
}
