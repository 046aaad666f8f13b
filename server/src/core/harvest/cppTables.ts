/** Tables of C and C++ that give an error code its text: `switch` with `return`, arrays by code, arrays of pairs. */
import type { Node } from 'web-tree-sitter';
import { type CppNames, cppName, hasText, readCppText } from '../source/cppMessage';
import { type Message, toTemplate } from '../source/message';
import { ancestorsOf, namedChildren } from '../source/tree';
import { cppFunction } from './cppPlace';
import type { Fact } from './fact';
import { factsOf } from './facts';

interface Row {
  readonly code: string;
  readonly node: Node;
  readonly messages: readonly Message[];
}

/** Facts of all tables in the tree. */
export function readTables(root: Node, file: string, names: CppNames): Fact[] {
  return root
    .descendantsOfType(['switch_statement', 'initializer_list'])
    .filter((node): node is Node => node !== null)
    .flatMap((node) => {
      const rows = node.type === 'switch_statement' ? casesOf(node, names) : pairsOf(node, names);
      return rows.length > 1 && isTelling(rows)
        ? rows.flatMap((row) => factsOfRow(row, file, ancestorsOf(row.node, root)))
        : [];
    });
}

/** Names of values are no texts for a person, unless they are those of errors. */
function isTelling(rows: readonly Row[]): boolean {
  const texts = rows.flatMap(({ messages }) => messages.map(toTemplate));
  const telling = texts.filter((text) => /\S\s+\S+\s+\S/.test(text) || /ERR|FAIL|Error/.test(text));
  return telling.length * 2 >= texts.length;
}

function factsOfRow({ code, node, messages }: Row, file: string, around: readonly Node[]): Fact[] {
  const { startPosition, endPosition } = node;
  return factsOf(
    {
      kind: 'display',
      level: null,
      exception: code,
      file,
      function: cppFunction(around) ?? tableName(around) ?? '<module>',
      line: startPosition.row + 1,
      endLine: endPosition.row + 1,
      guards: [],
      wraps: [],
    },
    messages,
  );
}

/** `case CODE: return "text";` */
function casesOf(node: Node, names: CppNames): Row[] {
  const body = node.childForFieldName('body');
  return (body ? namedChildren(body) : []).flatMap((item) => {
    const value = item.childForFieldName('value');
    if (item.type !== 'case_statement' || !value) return [];
    const returned = item.descendantsOfType('return_statement')[0];
    const text = returned && namedChildren(returned)[0];
    return text ? rowOf(value, text, returned, names) : [];
  });
}

/** `[CODE] = "text"` and `{CODE, "text"}` */
function pairsOf(node: Node, names: CppNames): Row[] {
  return namedChildren(node).flatMap((item) => {
    if (item.type === 'initializer_pair') {
      const code = item.childForFieldName('designator')?.namedChild(0);
      const text = item.childForFieldName('value');
      return code && text ? rowOf(code, text, item, names) : [];
    }
    const [code, text, more] = item.type === 'initializer_list' ? namedChildren(item) : [];
    return code && text && !more ? rowOf(code, text, item, names) : [];
  });
}

function rowOf(code: Node, text: Node, node: Node, names: CppNames): Row[] {
  if (!/^(identifier|qualified_identifier|number_literal|unary_expression)$/.test(code.type)) return [];
  const messages = readCppText(text, names)?.filter(hasText) ?? [];
  return messages.length > 0 ? [{ code: cppName(code), node, messages }] : [];
}

/** Name of the variable that holds the table. */
function tableName(around: readonly Node[]): string | undefined {
  const declaration = around.find(({ type }) => type === 'init_declarator');
  return /[A-Za-z_]\w*/.exec(declaration?.childForFieldName('declarator')?.text ?? '')?.[0];
}
