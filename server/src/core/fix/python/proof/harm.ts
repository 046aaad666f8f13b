/** Says why it is not proved that a message of a Python loop can be dropped unseen. */
import { prove, untilReceive } from '../../proof/proof';
import type { Step } from '../../proof/step';
import { oneLine } from '../../proof/words';
import type { SourceFile } from '../../sourceFile';
import { childIn, type SyntaxNode } from '../../syntax';
import type { Case } from '../case';
import { enclosingFunction } from '../scope';
import { boundValues, socketType } from '../socketType';
import { basesOf } from './acting';
import { aroundReason, headReason, waitedReason } from './around';
import { expressionValue } from './expression';
import { hiddenReason } from './meaning';
import { ownNames } from './names';
import type { Reading } from './reading';
import { blockSteps } from './statement';
import { threadReason } from './thread';

/** Nodes that are read for one proof, followed functions counted each time; far above any real handler. */
const maxNodes = 20_000;

/** A sentence, or undefined where the proof stands. */
export function harmReason(found: Case): string | undefined {
  const { file, loop, definition, receive, receives } = found;
  if (!definition) return threadReason(file, definition);
  const round = roundSteps(file, loop, definition, receive.socket, new Set(receives.map(({ call }) => call)));
  const { against, changed } = prove(round);
  return (
    against ??
    hiddenReason(file) ??
    writtenReason(file, loop) ??
    socketReason(file) ??
    headReason(file, loop) ??
    waitedReason(file, loop, changed) ??
    aroundReason(file, loop, receive.socket) ??
    threadReason(file, definition)
  );
}

/** A sentence where the file gives a module that the change writes another meaning. */
function writtenReason(file: SourceFile, loop: SyntaxNode): string | undefined {
  const other = ['zmq', 'logging'].find((name) => boundValues(file, loop, name).length > 0);
  return other && `The file gives ${other} another meaning than that of the module.`;
}

/** A sentence where the file has sockets whose methods are its own. */
function socketReason(file: SourceFile): string | undefined {
  const own = file.nodes('class_definition').some((node) => basesOf(file, node).some((base) => /Socket$/.test(base)));
  return own ? 'The file derives a class from a socket, whose methods may do more than receive.' : undefined;
}

/** A sentence where a round has changed something when it comes to the receive on a socket (source text), which `call` does. */
export function beforeReason(file: SourceFile, loop: SyntaxNode, socket: string, call: SyntaxNode): string | undefined {
  const definition = enclosingFunction(loop);
  if (!definition) return threadReason(file, definition);
  const { against, changed } = prove(untilReceive(roundSteps(file, loop, definition, socket, new Set([call]))));
  return (
    against ??
    hiddenReason(file) ??
    (changed[0] && `The round has changed ${oneLine(changed[0])} when it comes to the receive.`)
  );
}

/** What one round of the loop does; `receives` are the calls that take its messages. */
function roundSteps(
  file: SourceFile,
  loop: SyntaxNode,
  definition: SyntaxNode,
  socket: string,
  receives: ReadonlySet<SyntaxNode>,
): Step[] {
  const reading: Reading = {
    all: {
      file,
      socket,
      socketType: socketType(file, loop, socket) ?? '',
      receives,
      locals: ownNames(file, definition, definition),
      active: [enclosingFunction(loop) ?? definition],
      budget: maxNodes,
      scopes: 1,
      expression: expressionValue,
      block: blockSteps,
    },
    file,
    id: 0,
    definition,
    loop,
    own: ownNames(file, childIn(loop, 'body') ?? loop, definition),
    inner: new Set(),
    values: new Map(),
    returned: undefined,
    depth: 0,
    steps: [],
  };
  const body = childIn(loop, 'body');
  if (body) blockSteps(reading, body);
  return reading.steps;
}
