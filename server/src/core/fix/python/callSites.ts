/** What the callers of a Python function in the same file give for one of its parameters. */
import type { SourceFile } from '../sourceFile';
import { childIn, type SyntaxNode } from '../syntax';
import { functionName, lastName } from './scope';

/** Place of a parameter among those that a caller gives, `self` and `cls` left out; undefined when it is none. */
export function parameterIndex(file: SourceFile, definition: SyntaxNode, name: string): number | undefined {
  const names = (childIn(definition, 'parameters')?.children ?? [])
    .map((parameter) => file.textOf(childIn(parameter, 'name') ?? parameter.children[0] ?? parameter))
    .filter((parameter) => parameter !== 'self' && parameter !== 'cls');
  const index = names.indexOf(name);
  return index < 0 ? undefined : index;
}

/** The expressions: `listen(sock)`, `Thread(target=listen, args=(sock,))`, `listen(sock=sock)`. */
export function givenArguments(file: SourceFile, definition: SyntaxNode, name: string, index: number): SyntaxNode[] {
  const called = functionName(file, definition);
  if (called === '') return [];
  return file
    .nodes('call')
    .flatMap((call) => {
      const callee = childIn(call, 'function');
      const given = childIn(call, 'arguments')?.children.filter(({ type }) => type !== 'comment') ?? [];
      if (callee && lastName(file, callee) === called)
        return given.find((node) => keyOf(file, node) === name) ?? plain(given[index]);
      const target = given.findIndex((node) => lastName(file, childIn(node, 'value') ?? node) === called);
      if (target < 0) return [];
      const args = given.find((node) => keyOf(file, node) === 'args');
      const tuple = args && childIn(args, 'value');
      // `run_in_executor(None, listen, sock)`, `submit(listen, sock)`, `to_thread(listen, sock)`.
      return plain(tuple ? tuple.children[index] : given[target + 1 + index]);
    })
    .map((node) => (node.type === 'keyword_argument' ? (childIn(node, 'value') ?? node) : node));
}

function plain(node: SyntaxNode | undefined): SyntaxNode[] {
  return node && node.type !== 'keyword_argument' ? [node] : [];
}

function keyOf(file: SourceFile, argument: SyntaxNode): string {
  const name = argument.type === 'keyword_argument' ? childIn(argument, 'name') : undefined;
  return name ? file.textOf(name) : '';
}
