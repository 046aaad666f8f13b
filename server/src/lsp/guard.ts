/** The border of every request: a fault in one feature is logged and answered with nothing, and never ends the server. */
import type { CancellationToken, Connection } from 'vscode-languageserver';

/** Where faults are written; never standard output, which belongs to the protocol. */
export interface Logger {
  error(message: string): void;
}

/** The editor’s log, until the editor ends the server; what fails after that concerns nobody. */
export function editorLog(connection: Connection, hasEnded: () => boolean): Logger {
  return {
    error: (message) => {
      if (!hasEnded()) connection.console.error(message);
    },
  };
}

/** A handler that cannot fail. It answers `nothing` when the request is cancelled before it starts or when it fails. */
export function guarded<P, R>(
  logger: Logger,
  name: string,
  nothing: R,
  handler: (params: P, token: CancellationToken) => R | Promise<R>,
): (params: P, token: CancellationToken) => Promise<R> {
  return async (params, token) => {
    if (token.isCancellationRequested) return nothing;
    try {
      return await handler(params, token);
    } catch (error) {
      logger.error(`${name} failed: ${describe(error)}`);
      return nothing;
    }
  };
}

/** An error for the log, with its place. */
export function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
