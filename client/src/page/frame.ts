/** The document around everything that a webview of ours shows: one policy, so that none is weaker than another. */

/** Addresses inside the webview and the number that lets our script run. */
export interface PageResources {
  readonly nonce: string;
  /** Source of style sheets that the policy allows. */
  readonly cspSource: string;
  readonly style: string;
  readonly script: string;
}

/** What stands in the frame. All of it is HTML already. */
export interface FrameContent {
  readonly title: string;
  /** Start tags, since their attributes differ. */
  readonly body: string;
  readonly main: string;
  /** Buttons of the toolbar; there is none where it is empty. */
  readonly buttons: string;
  readonly html: string;
}

/** The whole document. Nothing remote is allowed, and no script but ours. */
export function frame(content: FrameContent, { nonce, cspSource, style, script }: PageResources): string {
  const toolbar = `<div class="actions" role="toolbar" aria-label="Actions">\n${content.buttons}\n</div>\n`;
  const policy = `default-src 'none'; style-src ${cspSource}; script-src 'nonce-${nonce}'`;
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${content.title}</title>
<link rel="stylesheet" href="${style}">
</head>
${content.body}
${content.buttons === '' ? '' : toolbar}${content.main}
${content.html}
</main>
<script nonce="${nonce}" src="${script}"></script>
</body>
</html>
`;
}
