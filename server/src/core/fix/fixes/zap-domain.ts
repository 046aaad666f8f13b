/**
 * Makes a listening TCP socket refuse what is no ZMTP 3 peer. Without this libzmq takes any TCP client for a peer of
 * ZMTP 1.0: an HTTP request becomes an identity and frames. With a ZAP domain set, and no ZAP handler running, libzmq
 * 4.3.4 and 4.3.5 refuse peers older than ZMTP 3 and let ordinary ones in; CURVE on the server does the same.
 *
 * Offered as unsafe: peers that speak ZMTP 2 or 1 (libzmq before 4.0) are refused too, and a ZAP handler in the same
 * process is asked about each peer of this domain.
 *
 * Before:
 * ```python
 * import zmq
 *
 *
 * def open_router(ctx, port):
 *     sock = ctx.socket(zmq.ROUTER)
 *     sock.bind(f"tcp://*:{port}")
 *     return sock
 * ```
 *
 * After:
 * ```python
 * import zmq
 *
 *
 * def open_router(ctx, port):
 *     sock = ctx.socket(zmq.ROUTER)
 *     sock.setsockopt(zmq.ZAP_DOMAIN, b"zmtp3")  # Refuses peers older than ZMTP 3, such as HTTP clients.
 *     sock.bind(f"tcp://*:{port}")
 *     return sock
 * ```
 */
import type { Fix, FixPlace } from '../fix';
import { insertAbove } from '../python/insert';
import { importEdit, moduleName } from '../python/layout';
import { openBinds } from '../python/openBind';

export const zapDomain: Fix = {
  id: 'zap-domain',
  title: 'Refuse peers that do not speak ZMTP 3',
  languages: ['python'],
  mayApply: (text) => text.includes('.bind') && text.includes('tcp://') && text.includes('zmq'),
  find: (file) =>
    openBinds(file).map(({ socket, statement }): FixPlace => {
      const zmq = moduleName(file, 'zmq');
      const line = `${socket}.setsockopt(${zmq ?? 'zmq'}.ZAP_DOMAIN, b"zmtp3")  # Refuses peers older than ZMTP 3, such as HTTP clients.`;
      return {
        start: statement.start,
        end: statement.end,
        applicability: 'unsafe',
        why: 'Any TCP client that reaches this port is taken for a peer of ZMTP 1.0, so an HTTP request arrives as a message.',
        edits: [...(zmq ? [] : [importEdit(file, 'zmq')]), insertAbove(file, statement, [line])],
      };
    }),
};
