/** A catalog of four entries for the server’s tests, and a world with it. */
import { bundleOf } from '../../../server/src/core/bundle';
import type { CatalogData } from '../../../server/src/core/catalog/entry';
import type { World } from '../../../server/src/lsp/world';
import { doIndexJob } from '../../../server/src/node/local/indexJobs';
import { loadParsers } from '../../../server/src/node/parsers';
import { nodeWorld } from '../../../server/src/node/world';
import { entryWith, template } from '../../support/entry';

const commit = '9b9fc4039c25a6e4fe0ae97361b62edd74b8b47e';

/** The catalog. Codes say what each entry is for. */
const catalog: CatalogData = {
  pins: { vllm: { repository: 'vllm-project/vllm', commit, date: '2026-07-28', licence: 'Apache-2.0' } },
  triggers: {},
  entries: [
    entryWith({
      code: 'vllm/test/frame',
      title: 'Frame',
      summary: 'The peer is no listener of ours.',
      exception: 'HandshakeError',
      templates: [
        template('Unexpected frame! received_frame = {received_frame}', {
          sites: [{ file: 'vllm/net/connector.py', function: 'Worker.handshake', line: 1298 }],
        }),
      ],
    }),
    entryWith({
      code: 'vllm/test/listener',
      title: 'Listener',
      summary: 'The listener met something it does not know.',
      severity: 'warning',
      role: 'consequence',
      exception: null,
      templates: [
        template('The handshake listener ended early: {reason}', {
          kind: 'log',
          level: 'ERROR',
          sites: [{ file: 'vllm/net/listener.py', function: 'Listener.run', line: 40 }],
        }),
      ],
    }),
    entryWith({
      code: 'vllm/test/quiet',
      title: 'Quiet',
      summary: 'Something was set to another value.',
      severity: 'info',
      role: 'advice',
      exception: null,
      templates: [
        template('Raised the number of open handshakes to {n}', {
          kind: 'log',
          level: 'INFO',
          sites: [{ file: 'vllm/net/listener.py', function: 'Listener.start', line: 12 }],
        }),
      ],
    }),
  ],
};

/** Node’s world with that catalog, which reads no source of this machine. */
export function testWorld(changes: Partial<World> = {}): World {
  const { runIndexJob: _thread, store: _home, ...world } = nodeWorld('.', () => bundleOf(catalog));
  return { ...world, ...changes };
}

/** Reads source of this machine in this very thread, with that catalog. */
export const indexHere: NonNullable<World['runIndexJob']> = (job, onProgress) =>
  doIndexJob(job, { loadParsers: () => loadParsers('.'), openCatalog: () => bundleOf(catalog).catalog }, onProgress);
