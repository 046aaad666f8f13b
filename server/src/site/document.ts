/** The HTML document around every page of the catalog site. */
import { escapeHtml } from '../core/render/html';

/** What differs from page to page. */
export interface SitePage {
  /** Plain text. */
  readonly title: string;
  /** One sentence for search engines; plain text. */
  readonly description: string;
  /** Steps from the page up to the root of the site: `./`, `../../`, … */
  readonly root: string;
  /** Where the page is on the web; undefined where that is not known. */
  readonly canonical: string | undefined;
  /** HTML. */
  readonly main: string;
  /** Scripts of the site, below its root. */
  readonly scripts: readonly string[];
}

/**
 * The whole document. Nothing comes from elsewhere: no font, no script, no image, so that a copy on a disk shows the same.
 * Addresses are relative, since a copy on a disk has no root of its own.
 */
export function siteDocument({ title, description, root, canonical, main, scripts }: SitePage): string {
  const link = canonical === undefined ? '' : `\n<link rel="canonical" href="${escapeHtml(canonical)}">`;
  const script = scripts.map((name) => `\n<script defer src="${root}${name}"></script>`).join('');
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<meta name="description" content="${escapeHtml(description)}">${link}
<link rel="icon" href="${root}icon.png">
<link rel="stylesheet" href="${root}site.css">
<link rel="stylesheet" href="${root}page.css">${script}
</head>
<body>
<header><a href="${root}index.html">Error Lookup</a></header>
<main>
${main}
</main>
</body>
</html>
`;
}
