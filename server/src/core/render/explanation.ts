/** What was tried on a line that nothing fits, as plain text: the answer to "Why does this line not match?". */
import { type Catalog, siteUrl } from '../catalog/catalog';
import { isPage } from '../catalog/page';
import type { LineTrial, Match } from '../match/match';
import { visible } from './visible';
import { english, type Words } from './words';

/** Most sites listed that came near. */
const maxRejections = 10;

/** The text for a line that is no known error. Ends with a newline. */
export function trialText(trial: LineTrial, catalog: Catalog, { say }: Words = english): string {
  const peeled = trial.peeled.length > 0 ? trial.peeled.map(visible).join(', ') : say('nothing');
  const near = trial.rejections.slice(0, maxRejections).map(({ site, reason }) => {
    const name = catalog.get(site.code)?.title ?? site.function;
    return `- ${visible(name)} (${visible(site.code)})\n  ${visible(site.template)}\n  ${visible(reason)}`;
  });
  return `${[
    say('No known error in this line.'),
    say('Recognised around the message: {0}.', peeled),
    `${say('Looked up:')}\n\n  ${visible(trial.message).replaceAll('\n', '\n  ')}`,
    near.length > 0
      ? `${say('Came near, and why it does not fit:')}\n\n${near.join('\n')}`
      : say('No text of the catalog comes near.'),
    '',
  ]
    .join('\n\n')
    .trimEnd()}\n`;
}

/** The text for places in source that are recognised and have no entry yet. Ends with a newline. */
export function siteText(matches: readonly Match[], catalog: Catalog, { say }: Words = english): string {
  const rows = matches.map(({ site }) => {
    const url = siteUrl(catalog, site.project, site);
    const place = isPage(site.file) ? '' : `, ${visible(site.file)}:${site.line}`;
    return `- ${visible(site.project)}, ${visible(site.function)}${place}\n  ${visible(site.template)}${url ? `\n  ${url}` : ''}`;
  });
  return `${say('The place that prints this is known, but no explanation has been written yet.')}\n\n${rows.join('\n')}\n`;
}
