/** A function or the body of a receive loop that is translated into steps. */
import type { Emitter } from '../../proof/emit';
import type { Value } from '../../proof/value';
import type { SourceFile } from '../../sourceFile';
import type { SyntaxNode } from '../../syntax';

/** How an expression is used. */
export interface Use {
  /** Its places are not reckoned with: they are compared for being the same, searched, locked, changed or logged. */
  readonly quiet?: boolean;
  /** What it makes is stored as it is. */
  readonly stored?: boolean;
  /** It decides whether something is raised. */
  readonly decides?: boolean;
  /** It is searched for the place of something. */
  readonly searched?: boolean;
}

/** What all scopes of one proof have in common. */
interface Shared {
  readonly file: SourceFile;
  /** Source text of the socket, and the calls that take its messages. */
  readonly socket: string;
  readonly socketType: string;
  readonly receives: ReadonlySet<SyntaxNode>;
  /** Functions that are being followed, outermost first. */
  readonly active: SyntaxNode[];
  /** How many nodes may still be read. */
  budget: number;
  scopes: number;
  /** Translate a node, giving its value, or the statements of a block; here, since they need each other. */
  readonly expression: (reading: Reading, node: SyntaxNode, use?: Use) => Value;
  readonly block: (reading: Reading, block: SyntaxNode) => void;
}

/** One scope under translation. */
export interface Reading extends Emitter {
  readonly all: Shared;
  readonly file: SourceFile;
  readonly id: number;
  /** The function whose code this is. */
  readonly definition: SyntaxNode;
  /** The receive loop, where this is its body. */
  readonly loop: SyntaxNode | undefined;
  /** The names that this code itself gives values, and what they stand for. */
  readonly own: ReadonlySet<string>;
  readonly values: Map<string, Value>;
  /** What `return` gives, as far as it was read. */
  returned: Value | undefined;
  /** How many loops of its own stand around the statement. */
  depth: number;
}

/** A name of this scope, other than one of the same spelling in another. */
export function nameIn({ id }: Reading, name: string): string {
  return `${id}:${name}`;
}
