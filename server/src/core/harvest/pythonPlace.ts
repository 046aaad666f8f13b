/** Where a Python statement stands: the condition and the handler around it. */
import type { Node } from 'web-tree-sitter';
import { namedChildren } from '../source/tree';

/** Most names of a condition that are kept. */
const maxGuards = 6;

/** Names that the nearest condition around the node tests, within its function. */
export function guardsOf(node: Node): string[] {
  for (let at = node.parent; at && !isScope(at); at = at.parent) {
    const condition = at.childForFieldName('condition');
    if (condition && /^(if_statement|elif_clause|while_statement)$/.test(at.type) && !within(node, condition)) {
      return [...new Set(testedNames(condition))].slice(0, maxGuards);
    }
  }
  return [];
}

/** Exceptions that the nearest handler around the node catches, within its function. */
export function wrapsOf(node: Node): string[] {
  for (let at = node.parent; at && !isScope(at); at = at.parent) {
    if (at.type === 'except_clause') {
      const [caught] = namedChildren(at);
      return caught && caught.type !== 'block' ? classesOf(caught) : [];
    }
  }
  return [];
}

function isScope(node: Node): boolean {
  return node.type === 'function_definition' || node.type === 'class_definition';
}

function within(inner: Node, outer: Node): boolean {
  return outer.startIndex <= inner.startIndex && inner.endIndex <= outer.endIndex;
}

/** Dotted names of an expression; of a call, its arguments and the object, not the function itself. */
function testedNames(node: Node): string[] {
  if (node.type === 'identifier') return [node.text];
  if (node.type === 'attribute') {
    return /^[\w.]+$/.test(node.text) ? [node.text] : namedChildren(node).slice(0, 1).flatMap(testedNames);
  }
  if (node.type === 'keyword_argument' || node.type === 'string') return [];
  if (node.type === 'call') {
    const callee = node.childForFieldName('function');
    const object = callee?.type === 'attribute' ? callee.childForFieldName('object') : undefined;
    const args = node.childForFieldName('arguments');
    return [...(object ? testedNames(object) : []), ...(args ? namedChildren(args).flatMap(testedNames) : [])];
  }
  return namedChildren(node).flatMap(testedNames);
}

function classesOf(caught: Node): string[] {
  if (caught.type === 'as_pattern') return namedChildren(caught).slice(0, 1).flatMap(classesOf);
  if (caught.type === 'tuple' || caught.type === 'parenthesized_expression')
    return namedChildren(caught).flatMap(classesOf);
  if (caught.type === 'attribute') return [caught.childForFieldName('attribute')?.text ?? caught.text];
  return caught.type === 'identifier' ? [caught.text] : [];
}
