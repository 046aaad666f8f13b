/** What is known about a receive loop that one message can end. */
import type { SourceFile } from '../sourceFile';
import type { SyntaxNode } from '../syntax';
import type { Handler } from './handler';
import type { Receive } from './receive';
import type { ReceiveLoop } from './receiveLoop';
import type { Received, Risk } from './risk';

/** One such loop, as the reasons for and against a change read it. */
export interface Case {
  readonly file: SourceFile;
  readonly loop: SyntaxNode;
  /** The function around the loop; undefined at the top of a module. */
  readonly definition: SyntaxNode | undefined;
  /** The first receive whose message can end the loop. */
  readonly receive: Receive;
  /** All receive calls of the loop. */
  readonly receives: readonly Receive[];
  /** How the receive stands in the loop; undefined when it is nested in more than `if` and `try`. */
  readonly shape: ReceiveLoop | undefined;
  /** Type of the receiving socket, such as `ROUTER`, as far as the file shows it. */
  readonly socketType: string | undefined;
  /** How the loop refers to the message. */
  readonly received: Received;
  /** What can raise outside any guard. */
  readonly risks: readonly Risk[];
  /** The clauses that let errors of the message out of the loop, which a rewrite replaces. */
  readonly raising: readonly Handler[];
}
