/** The page of a decoded payload. The body comes from the server, escaped there. */
import { frame, type PageResources } from '../page/frame';
import { copies } from './message';

/** The whole document. */
export function readingFrame(html: string, resources: PageResources): string {
  const buttons = [
    ...[...copies].map(
      ([notation, label]) => `<button type="button" data-copy="${notation}">Copy as ${label}</button>`,
    ),
    '<button type="button" data-open-text>Open as text</button>',
  ].join('\n');
  return frame({ title: 'Decoded payload', body: '<body class="reading">', main: '<main>', buttons, html }, resources);
}
