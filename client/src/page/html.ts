/** The frame around an entry’s page: policy, actions, style and script. The body comes from the server, escaped there. */
import type { Page } from '../../../server/src/lsp/protocol';

/** Addresses inside the webview and the number that lets our script run. */
export interface PageResources {
  readonly nonce: string;
  /** Source of style sheets that the policy allows. */
  readonly cspSource: string;
  readonly style: string;
  readonly script: string;
}

/** The whole document. Nothing remote is allowed, and no script but ours. A code holds only letters, digits, `-` and `/`. */
export function pageHtml(page: Page, { nonce, cspSource, style, script }: PageResources): string {
  const policy = `default-src 'none'; style-src ${cspSource}; script-src 'nonce-${nonce}'`;
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Error Lookup</title>
<link rel="stylesheet" href="${style}">
</head>
<body>
<div class="actions" role="toolbar" aria-label="Actions">
<button type="button" data-action="copy">Copy as Markdown</button>
${page.sourceUrl === null ? '' : '<button type="button" data-action="source">Open pinned source</button>'}
</div>
<main data-code="${page.code}">
${page.html}
</main>
<script nonce="${nonce}" src="${script}"></script>
</body>
</html>
`;
}
