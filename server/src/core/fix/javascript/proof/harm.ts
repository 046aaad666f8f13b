/** Says why it is not proved that a message of a zeromq.js loop can be dropped unseen. */
import { apart, unknown } from '../../proof/emit';
import { prove } from '../../proof/proof';
import { oneLine, owed } from '../../proof/words';
import type { SourceFile } from '../../sourceFile';
import { ancestors, childIn, type SyntaxNode, walk } from '../../syntax';
import { isFunction } from '../declaration';
import { type SocketLoop, socketClass } from '../socketLoop';
import { expressionValue } from './expression';
import type { Reading } from './reading';
import { received, statementSteps } from './statement';

/** Nodes that are read for one proof; far above any real handler. */
const maxNodes = 20_000;

/** A sentence, or undefined where the proof stands. */
export function harmReason(file: SourceFile, found: SocketLoop): string | undefined {
  const reading: Reading = {
    file,
    found,
    values: new Map(),
    depth: 0,
    budget: maxNodes,
    steps: [],
    expression: expressionValue,
  };
  const round = apart(reading, () => {
    if (!found.receive) received(reading);
    if (!['Router', 'Pull', 'Subscriber'].includes(socketClass(found) ?? ''))
      unknown(reading, 'serves a socket whose peer may wait for what it has sent to be done');
    statementSteps(reading, found.body.children);
  });
  const { against, changed } = prove(round);
  return against ?? hiddenReason(file) ?? waitedReason(file, found, changed) ?? endReason(file, found.loop);
}

/** A sentence where the file gives names or properties a meaning that no line of the handling shows. */
function hiddenReason(file: SourceFile): string | undefined {
  const open = file.nodes('call_expression').find((call) => {
    const callee = childIn(call, 'function');
    return (
      !!callee &&
      /^(?:eval|(?:Object|Reflect)\.(?:defineProperty|defineProperties|setPrototypeOf|assign)|\w+\.__define[GS]etter__)$/.test(
        file.textOf(callee),
      )
    );
  });
  const patched = file.nodes('assignment_expression').find((node) => {
    const left = childIn(node, 'left');
    return !!left && /\.(?:prototype|__proto__)\b/.test(file.textOf(left));
  });
  const acting = file.nodes('method_definition').find((method) => actsUnseen(file, method));
  if (acting) return `${oneLine(file.textOf(acting))} runs where nothing is called.`;
  const found = open ?? patched;
  return found && `${oneLine(file.textOf(found))} may give any name or property of the file another meaning.`;
}

/** True for a method by which an object becomes text, a number or a row of things, and which changes something. */
function actsUnseen(file: SourceFile, method: SyntaxNode): boolean {
  const name = childIn(method, 'name');
  if (!name || !/^(?:toString|valueOf|toJSON|\[Symbol\.\w+\])$/.test(file.textOf(name))) return false;
  const kinds = ['update_expression', 'assignment_expression', 'augmented_assignment_expression'];
  return kinds.some((kind) => file.nodes(kind, method).length > 0);
}

function waitedReason(file: SourceFile, { loop }: SocketLoop, changed: readonly string[]): string | undefined {
  for (const place of changed) {
    if (owed.test(place.split('.').at(-1) ?? place))
      return `${oneLine(place)} says by its name that somebody waits for what is in it: a dropped message leaves it as it is.`;
    const asking = waitingNodes(file).find((node) => {
      const isInside = loop.start <= node.start && node.end <= loop.end;
      return !isInside && [...walk(node)].some((inner) => file.textOf(inner) === place);
    });
    if (asking) {
      return `Line ${file.lineOf(asking.start) + 1} waits for ${oneLine(place)} or counts it: if a dropped message was a genuine one, it is missed there.`;
    }
  }
  return undefined;
}

/** Conditions of loops, and comparisons of sizes. */
function waitingNodes(file: SourceFile): SyntaxNode[] {
  const loops = file.nodes('while_statement').flatMap((node) => childIn(node, 'condition') ?? []);
  const timers = file.nodes('call_expression').filter((node) => /^set(?:Interval|Timeout)\(/.test(file.textOf(node)));
  const waiting = ['while_statement', 'for_statement', 'do_statement']
    .flatMap((type) => file.nodes(type))
    .filter((node) => file.nodes('await_expression', node).length > 0);
  return [
    ...loops,
    ...waiting,
    ...timers,
    ...file.nodes('binary_expression').filter((node) => /\.(?:length|size)\b/.test(file.textOf(node))),
  ];
}

/** A sentence where somebody gets to see the error that ends the loop now. */
export function endReason(file: SourceFile, loop: SyntaxNode): string | undefined {
  const owner = [...ancestors(loop)].find(isFunction);
  const around = [...ancestors(loop)].find(({ type }) => /^(?:try|while|for|for_in|do|switch)_statement$/.test(type));
  if (around && (!owner || around.start > owner.start))
    return 'What stands around the loop gets to see the error that ends it now.';
  if (/["'](?:node:test|vitest|mocha|@jest\/globals)["']/.test(file.text))
    return 'The file is a test, which may look for what the error does.';
  if (/\bprocess\.(?:on|once)\(\s*["'](?:exit|beforeExit)["']/.test(file.text))
    return 'The file acts on the end of the process, which does not come with the change.';
  if (/\b(?:unhandledRejection|uncaughtException)\b/.test(file.text))
    return 'The file acts on errors that nobody catches, and with the change there is none.';
  const isShared = file.nodes('export_statement').length > 0 || /\bexports\b/.test(file.text);
  if (!owner) return isShared ? 'Who imports this file gets to see the error that ends it now.' : undefined;
  const name = childIn(owner, 'name');
  const text = name ? file.textOf(name) : '';
  const isAlone = owner.type === 'function_declaration' && owner.parent?.type === 'program';
  const names = [...file.nodes('identifier'), ...file.nodes('shorthand_property_identifier')];
  const uses = names.filter((node) => node !== name && file.textOf(node) === text);
  if (isAlone && uses.length > 0 && uses.every((use) => isStart(use))) return undefined;
  return `Nothing shows that ${text || 'the function'} is only started and never awaited: who awaits it may need the error that ends it now.`;
}

/** True for the statement `listen();` or `void listen();`. */
function isStart({ parent: call, field }: SyntaxNode): boolean {
  const outer = call?.parent?.type === 'unary_expression' ? call.parent.parent : call?.parent;
  return call?.type === 'call_expression' && field === 'function' && outer?.type === 'expression_statement';
}
