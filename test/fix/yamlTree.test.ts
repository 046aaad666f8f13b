/** The reader of manifests against a whole parser of YAML. */
import { describe, expect, it } from 'vitest';
import { isAlias, isMap, isScalar, isSeq, parseAllDocuments } from 'yaml';
import { withoutTemplates } from '../../server/src/core/fix/config/templates';
import { yamlDocuments } from '../../server/src/core/fix/config/yamlReader';
import { walkYaml, type YamlNode } from '../../server/src/core/fix/config/yamlTree';
import { cpuTime } from '../support/cpuTime';

/** A tree as nested lists, so that the order of keys counts. */
function ours(node: YamlNode | undefined): unknown {
  if (!node) return null;
  if (node.kind === 'scalar') return node.piece.text.replace(/\n+$/, '');
  return node.kind === 'list' ? node.items.map(ours) : node.entries.map(({ key, value }) => [key, ours(value)]);
}

function theirs(text: string): unknown {
  const documents = parseAllDocuments(text, { schema: 'failsafe', uniqueKeys: false });
  if (!Array.isArray(documents)) return [];
  return documents.map((document) => {
    const plain = (node: unknown): unknown => {
      const value = isAlias(node) ? node.resolve(document) : node;
      if (isMap(value)) return value.items.map(({ key, value: inner }) => [String(key), plain(inner)]);
      if (isSeq(value)) return value.items.map(plain);
      if (!isScalar(value) || (value.value === '' && value.type === 'PLAIN')) return null;
      return String(value.value).replace(/\n+$/, '');
    };
    return plain(document.contents);
  });
}

const texts: [string, string][] = [
  ['mappings and lists', 'a: 1\nb:\n  c: x y\n  d:\n  - e\n  -   f: 1\n      g: 2\n  - - h\n    - i\nj:\n'],
  ['comments', '# one\na: b # two\n# three\nc: # four\n  - d#e # five\n  # six\n  - "f # g"\n'],
  ['quotes', `a: "x \\"y\\" \\u00e9\\n\\\\"\nb: 'it''s'\n"c d": e\n'f': "g: h"\n`],
  ['flow style', `a: [b, "c, d", 'e]', {f: g, "h": [i]}, j k]\nb: {}\nc: []\nd: [\n  x, # y\n  z,\n]\n`],
  [
    'block scalars',
    'a: |\n  one\n    two\n\n  three\nb: >-\n  one\n  two\n\n  three\n    four\n  five\nc: |2\n    x\nd: e\n',
  ],
  ['a block scalar in a list', '- |\n  vllm serve m \\\n    --port 1\n- >\n  a\n  b\n- c\n'],
  ['lines that go on', `a: one\n  two\n  three\nb: "four\n  five \\\n  six"\nc: 'seven\n\n  eight'\n`],
  ['documents', '---\na: 1\n---\n# nothing\n---\nb: 2\n...\n'],
  ['anchors', 'x: &x\n  a: 1\ny: *x\nz: &z [b, c]\nw: {v: *z}\nu:\n  &u\n  t: 1\ns: *u\n'],
  ['colons', 'a: b:c\nd: http://e:80/f\n"g:h": i\nj: -k\nl: --m=n\n'],
  ['line ends of Windows', 'a: 1\r\nb:\r\n  - c\r\n  - |\r\n    d\r\n    e\r\nf: "g\r\n  h"\r\n'],
  ['a list at the indentation of its key', 'args:\n- a\n- b\nimage: c\n'],
];

describe('the tree', () => {
  it.each(texts)('of %s is that of YAML', (_name, text) => {
    const documents = yamlDocuments(text).map(({ root }) => ours(root));
    expect(documents.filter((root) => root !== null)).toEqual(
      (theirs(text) as unknown[]).filter((root) => root !== null),
    );
  });

  it.each(texts)('of %s says where each unit stands', (_name, text) => {
    for (const { root } of yamlDocuments(text)) {
      for (const { node } of walkYaml(root)) {
        if (node.kind !== 'scalar') continue;
        const { piece } = node;
        let last = node.start;
        for (let index = 0; index < piece.text.length; index++) {
          expect(piece.from(index)).toBeGreaterThanOrEqual(last);
          const written = text.slice(piece.from(index), piece.to(index));
          if (/[a-z0-9]/.test(piece.text[index] ?? '')) expect(written).toBe(piece.text[index]);
          last = piece.from(index);
        }
      }
    }
  });

  it('is read around templates', () => {
    const text =
      'metadata:\n  labels:\n    {{- include "x.labels" . | nindent 4 }}\n  name: {{ .Release.Name }}-vllm\nargs:\n{{- if .Values.a }}\n- --a={{ .Values.a | quote }}\n{{- end }}\n- "--b"\nscript: |\n  one\n{{ .Files.Get "x" | indent 2 }}\n  two\n';
    const [document] = yamlDocuments(withoutTemplates(text));
    expect(JSON.stringify(ours(document?.root)).replace(/[\uE000\uE001]+/g, '?')).toBe(
      '[["metadata",[["labels",null],["name","?-vllm"]]],["args",["--a=?","--b"]],["script","one\\n?\\ntwo"]]',
    );
  });

  it.each([
    '[',
    '{',
    '- ',
    '? ',
    'a: ',
    'a: [\n',
    'a: {b: [\n',
    '- |\n',
    'a: "\n',
    "a: '",
    '&a ',
    '*a ',
    '\ta:\n',
    '{{',
    '{{ if }}\n',
    ' ',
  ])('is made in time that the length of the text bounds: %j', (unit) => {
    const start = cpuTime();
    for (const text of [unit.repeat(20_000), `x:\n  ${unit.repeat(20_000)}`, `- ${unit.repeat(5000)}\nb: c\n`]) {
      expect(Array.isArray(yamlDocuments(withoutTemplates(text)))).toBe(true);
    }
    expect(cpuTime() - start).toBeLessThan(2500);
  });
});
