import { expect, it } from 'vitest';
import { documentKind, takesDiagnostics } from '../../server/src/lsp/documentKind';

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
  ['file:///w/values.yaml', 'yaml', undefined],
  ['error-lookup:/Decoded payload 1.txt', 'plaintext', undefined],
  ['file:///w/readme.md', 'markdown', undefined],
])('%s (%s) is %s', (uri, language, kind) => {
  expect(documentKind(uri, language)).toBe(kind);
});

it.each([
  ['file:///logs/engine.log', 'log', true],
  ['output:tasks', 'Log', false],
  ['file:///notes/readme.txt', 'plaintext', false],
  ['file:///src/a.py', 'python', false],
])('%s takes diagnostics: %s, %s', (uri, language, expected) => {
  expect(takesDiagnostics(uri, language)).toBe(expected);
});
