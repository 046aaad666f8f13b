/** The frame around a decoded payload: policy, actions, style and script. The body comes from the server, escaped there. */
import type { PageResources } from '../page/html';
import { copies } from './message';

/** The whole document. Nothing remote is allowed, and no script but ours. */
export function readingFrame(body: string, { nonce, cspSource, style, script }: PageResources): string {
  const policy = `default-src 'none'; style-src ${cspSource}; script-src 'nonce-${nonce}'`;
  const buttons = [...copies].map(
    ([notation, label]) => `<button type="button" data-copy="${notation}">Copy as ${label}</button>`,
  );
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Decoded payload</title>
<link rel="stylesheet" href="${style}">
</head>
<body class="reading">
<div class="actions" role="toolbar" aria-label="Actions">
${buttons.join('\n')}
<button type="button" data-open-text>Open as text</button>
</div>
<main>
${body}
</main>
<script nonce="${nonce}" src="${script}"></script>
</body>
</html>
`;
}
