import { readFileSync } from 'node:fs';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { filesBelow, importsOf, productFiles } from './support/sourceFiles';

const files = productFiles();

/**
 * Who may import whom: the first row whose folder holds a file counts. A name that ends in `/` allows all below it. What
 * stands nowhere is refused, so a new room needs a row.
 */
const rooms: readonly { folder: string; may: readonly string[] }[] = [
  {
    folder: 'client/src/',
    may: [
      'vscode',
      'node:path',
      'node:crypto',
      'vscode-languageclient',
      'vscode-languageclient/node',
      'vscode-languageclient/browser',
      'server/src/browser/boot',
      'client/src/',
      'server/src/lsp/protocol',
      'server/src/lsp/documentKind',
    ],
  },
  {
    folder: 'server/src/core/catalog/check',
    may: ['catalog', 'source', 'match'].map((room) => `server/src/core/${room}/`),
  },
  { folder: 'server/src/core/catalog/', may: ['zod', 'server/src/core/catalog/', 'server/src/core/source/shape'] },
  {
    folder: 'server/src/core/harvest/',
    may: ['zod', 'web-tree-sitter', 'server/src/core/fix/fixer', 'server/src/core/match/match'].concat(
      ['harvest', 'source', 'catalog'].map((room) => `server/src/core/${room}/`),
    ),
  },
  { folder: 'server/src/core/decode/', may: ['@msgpack/msgpack', 'fflate', 'zod', 'server/src/core/decode/'] },
  { folder: 'server/src/core/match/', may: ['server/src/core/match/', 'server/src/core/catalog/'] },
  {
    folder: 'server/src/core/incident/',
    may: ['server/src/core/incident/', 'server/src/core/match/', 'server/src/core/catalog/'],
  },
  {
    folder: 'server/src/core/source/',
    may: ['web-tree-sitter', 'server/src/core/source/', 'server/src/core/match/match'],
  },
  {
    folder: 'server/src/core/fix/',
    // The schemas of vLLM's messages are those that the decoder reads them by.
    may: [
      'web-tree-sitter',
      'zod',
      'data/flags/vllm.json',
      ...['fix', 'source', 'catalog', 'decode/vllm'].map((room) => `server/src/core/${room}/`),
    ],
  },
  {
    folder: 'server/src/core/render/',
    may: [
      'markdown-it',
      ...['render', 'catalog', 'decode', 'match', 'incident', 'fix'].map((room) => `server/src/core/${room}/`),
    ],
  },
  {
    folder: 'server/src/core/local/',
    may: ['zod', 'server/src/core/fix/fixer', 'server/src/core/bundle'].concat(
      ['local', 'harvest', 'source', 'catalog', 'match'].map((room) => `server/src/core/${room}/`),
    ),
  },
  { folder: 'server/src/core/', may: ['web-tree-sitter', 'server/src/core/'] },
  {
    folder: 'server/src/lsp/',
    may: ['zod', 'vscode-languageserver', 'vscode-languageserver-textdocument'].concat(
      ['lsp', 'core', 'tools'].map((room) => `server/src/${room}/`),
    ),
  },
  {
    folder: 'server/src/node/',
    may: [
      'node:',
      'zod',
      'web-tree-sitter',
      'package.json',
      'server/src/yamlFile',
      'server/src/lookups',
      'server/src/tools/tool',
      'server/src/wasm/',
      'server/src/node/',
      'server/src/core/',
      'server/src/lsp/world',
      'server/src/lsp/fileScan',
    ],
  },
  {
    folder: 'server/src/browser/',
    may: ['vscode-languageserver/browser', 'package.json', 'browser', 'wasm', 'core', 'lsp']
      .map((name) => (/^[a-z]+$/.test(name) ? `server/src/${name}/` : name))
      .concat('server/src/yamlFile', 'server/src/lookups'),
  },
  { folder: 'server/src/tools/', may: ['zod', 'server/src/tools/', 'server/src/core/'] },
  {
    folder: 'server/src/mcp/',
    may: ['@modelcontextprotocol/server', 'server/src/mcp/', 'server/src/tools/', 'server/src/core/'],
  },
  { folder: 'server/src/site/', may: ['minisearch', 'server/src/site/', 'server/src/core/'] },
  { folder: 'server/src/wasm/', may: ['web-tree-sitter', 'server/src/core/fix/fixer', 'server/src/wasm/kernel/'] },
  {
    folder: 'server/src/cli/',
    may: ['node:', 'zod', 'package.json', 'cli/', 'node/', 'core/', 'node', 'yamlFile'].map((name) =>
      /^(node:|zod|package)/.test(name) ? name : `server/src/${name}`,
    ),
  },
  {
    folder: 'server/src/',
    may: [
      'node:',
      'yaml',
      'zod',
      'vscode-languageserver/node',
      '@modelcontextprotocol/server/stdio',
      'package.json',
      'server/src/',
    ],
  },
];

function mayImport(path: string, name: string): boolean {
  const room = rooms.find(({ folder }) => path.startsWith(folder));
  if (!room) return false;
  return room.may.some((allowed) => (/[/:]$/.test(allowed) ? name.startsWith(allowed) : name === allowed));
}

describe('the rooms of the house', () => {
  it('import only what lies in their direction', () => {
    const wrong = files.flatMap((file) =>
      importsOf(file)
        .filter((name) => !mayImport(file.path, name))
        .map((name) => `${file.path} imports ${name}`),
    );
    expect(wrong).toEqual([]);
  });

  it('sees an import that points back', () => {
    const file = {
      path: 'server/src/core/match/x.ts',
      text: "import type { A } from '../render/y';\nimport fs from 'node:fs';",
    };
    const wrong = importsOf(file).filter((name) => !mayImport(file.path, name));
    expect(wrong).toEqual(['server/src/core/render/y', 'node:fs']);
  });

  it('take of zod what they use: its namespace object brings all its languages into every bundle', () => {
    const wrong = files.filter(({ text }) => /import (type )?\{[^}]*\} from 'zod'/.test(text)).map(({ path }) => path);
    expect(wrong).toEqual([]);
  });

  it('keep the world out of the core', () => {
    const world =
      /\b(?:process|console|fetch|setTimeout|setInterval|setImmediate|localStorage|performance|Date\.now|Math\.random|new Date)\b(?=[.(])/;
    const wrong = files
      .filter(({ path, text }) => path.startsWith('server/src/core/') && world.test(codeOf(path, text)))
      .map(({ path }) => path);
    expect(wrong).toEqual([]);
  });
});

describe('the network', () => {
  it('is out of reach: nothing that can open a connection is imported or called', () => {
    const modules =
      /^node:(?:http|https|http2|net|tls|dgram|dns|child_process|worker_threads|vm)\b|^(?:undici|axios|ws)$/;
    // A thread runs the script of the server or of the command line itself; a test looks at which.
    const threads = [
      ...['node.ts', 'node/scanThread.ts', 'node/indexThread.ts', 'node/thread.ts'],
      ...['cli.ts', 'cli/blockThread.ts'],
    ].map((name) => `server/src/${name}`);
    const calls = /\b(?:fetch|XMLHttpRequest|WebSocket|EventSource|sendBeacon|eval|new Function)\s*\(/;
    const wrong = files.flatMap((file) => [
      ...importsOf(file)
        .filter((name) => modules.test(name) && !threads.includes(file.path))
        .map((name) => `${file.path} imports ${name}`),
      ...(calls.test(codeOf(file.path, file.text)) ? [`${file.path} opens a connection or runs text`] : []),
    ]);
    expect(wrong).toEqual([]);
  });

  it('nor by a thread, which can only be our own script', () => {
    const started = files.flatMap(({ text }) => [...text.matchAll(/new Worker\([^;\n]*/g)].map(([call]) => call));
    expect(started).toEqual([
      'new Worker(address)',
      'new Worker(__filename, { workerData: options, argv: [], resourceLimits })',
      "new Worker(join(folder, 'server.js'), { workerData: work, resourceLimits, argv })",
    ]);
  });
});

describe('the size of things', () => {
  it('keeps files short', () => {
    const lengths = files.map(({ path, text }) => ({ path, lines: text.split('\n').length - 1 }));
    expect(lengths.filter(({ lines }) => lines > 400)).toEqual([]);
    expect(
      quantile(
        lengths.map(({ lines }) => lines),
        0.5,
      ),
    ).toBeLessThan(90);
  });

  it('keeps functions short', () => {
    const lengths = files.flatMap(({ path, text }) => functionLengths(path, text));
    expect(quantile(lengths, 0.5)).toBeLessThanOrEqual(10);
    expect(quantile(lengths, 0.9)).toBeLessThanOrEqual(32);
  });
});

describe('the screenshots', () => {
  it('are described one by one in docs/screens.md', () => {
    const rows = [...readFileSync('docs/screens.md', 'utf8').matchAll(/^\| \[([\w-]+)\]/gm)].map(([, name]) => name);
    const saved = filesBelow('docs/screenshots').map((path) => path.replace(/^.*\/|\.png$/g, ''));
    expect(rows.sort()).toEqual(saved.sort());
  });
});

describe('words that stay out', () => {
  // Built from parts, or this file would hold them.
  const words = [
    ['/wo', 'rk/'],
    ['/tm', 'p/w/'],
    ['../sha', 'red/'],
    ['registry.npm', 'js'],
    ['deb.deb', 'ian'],
    ['pypi.', 'org'],
    ['proxy.gol', 'ang'],
    ['TO', 'DO'],
    ['FIX', 'ME'],
    ['Cla', 'ude'],
    ['Anthro', 'pic'],
    ['Chat', 'GPT'],
  ].map((parts) => parts.join(''));
  // Facts are texts of other projects, in their words.
  const texts = filesBelow('.').filter(
    (path) => !/^test\/corpus\/|^data\/facts\/|^package-lock\.json$|\.(png|wasm|vsix|bin)$/.test(path),
  );

  it('stand in no file', () => {
    const found = texts.flatMap((path) => {
      const text = readFileSync(path, 'utf8');
      return words.filter((word) => text.includes(word)).map((word) => `${path}: ${word}`);
    });
    expect(found).toEqual([]);
  });

  it('stand not in the lock file either, which names no host', () => {
    expect(readFileSync('package-lock.json', 'utf8')).not.toContain('"resolved"');
  });
});

/** Source text with comments gone and string and template texts blank: what the product does, not what it writes. */
function codeOf(path: string, text: string): string {
  let code = text;
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node)) {
      const start = node.getStart();
      code = code.slice(0, start) + ' '.repeat(node.end - start) + code.slice(node.end);
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true));
  return code.replace(/\/\*[\s\S]*?\*\//g, '').replace(/\/\/.*$/gm, '');
}

/** Lines of each named function, method and assigned arrow. */
function functionLengths(path: string, text: string): number[] {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const lengths: number[] = [];
  const visit = (node: ts.Node): void => {
    if (isNamedFunction(node)) {
      const line = (offset: number) => file.getLineAndCharacterOfPosition(offset).line;
      lengths.push(line(node.end) - line(node.getStart(file)) + 1);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return lengths;
}

function isNamedFunction(node: ts.Node): boolean {
  if (ts.isFunctionDeclaration(node) || ts.isMethodDeclaration(node) || ts.isConstructorDeclaration(node)) return true;
  return ts.isArrowFunction(node) && ts.isVariableDeclaration(node.parent);
}

/** Value below which the given part of `values` lies. */
function quantile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length * part)] ?? 0;
}
