import { expect, it } from 'vitest';
import { fixes } from '../../server/src/core/fix/fixes/all';
import { documentKind, documentSelector, takesDiagnostics } from '../../server/src/lsp/documentKind';

it.each([
  ['file:///logs/engine.log', 'log', 'log'],
  ['file:///logs/server.stderr.txt', 'plaintext', 'log'],
  ['file:///logs/vllm-log-2.txt', 'plaintext', 'log'],
  ['file:///notes/catalogue.txt', 'plaintext', 'text'],
  ['file:///notes/blog.txt', 'plaintext', 'text'],
  ['untitled:Untitled-1', 'plaintext', 'text'],
  ['output:extension-output-x-#1-vLLM', 'Log', 'log'],
  ['output:tasks', 'whatever', 'log'],
  ['file:///src/a.py', 'python', 'source'],
  ['vscode-vfs://github/a/b.rs', 'rust', 'source'],
  ['file:///w/.error-lookup/mine.yaml', 'yaml', 'catalog'],
  ['file:///w/values.yaml', 'yaml', 'manifest'],
  ['file:///w/templates/pod.yaml', 'helm', 'manifest'],
  ['error-lookup:/Decoded payload 1.txt', 'plaintext', undefined],
  ['file:///w/readme.md', 'markdown', undefined],
])('%s (%s) is %s', (uri, language, kind) => {
  expect(documentKind(uri, language)).toBe(kind);
});

it('every language that a fix reads is sent to the server', () => {
  const sent = new Set(documentSelector.map(({ language }) => language));
  expect(fixes.flatMap(({ languages }) => languages).filter((language) => !sent.has(language))).toEqual([]);
});

it.each([
  ['file:///logs/engine.log', 'log', true],
  ['output:tasks', 'Log', false],
  ['file:///notes/readme.txt', 'plaintext', false],
  ['file:///src/a.py', 'python', false],
  ['file:///w/server.log.yaml', 'yaml', false],
])('%s takes diagnostics: %s, %s', (uri, language, expected) => {
  expect(takesDiagnostics(uri, language)).toBe(expected);
});
