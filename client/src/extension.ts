/** Entry of the VS Code extension on Node. */
import type { ExtensionContext } from 'vscode';

/** Called by VS Code when the extension is first needed. */
export function activate(_context: ExtensionContext): void {}
