/** The page of a decoded payload. The body comes from the server, escaped there. */
import { frame, type PageResources } from '../page/frame';
import { copies } from './message';

/** What the buttons say; plain text without markup. */
export interface ReadingTexts {
  /** For a notation such as `JSON`. */
  copyAs(notation: string): string;
  readonly openText: string;
}

/** The whole document. */
export function readingFrame(html: string, texts: ReadingTexts, resources: PageResources): string {
  const buttons = [
    ...[...copies].map(
      ([notation, label]) => `<button type="button" data-copy="${notation}">${texts.copyAs(label)}</button>`,
    ),
    `<button type="button" data-open-text>${texts.openText}</button>`,
  ].join('\n');
  return frame({ title: 'Decoded payload', body: '<body class="reading">', main: '<main>', buttons, html }, resources);
}
