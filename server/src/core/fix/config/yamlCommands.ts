/** Commands of containers in manifests, charts and compose files, and in the scripts that YAML holds. */
import { argumentsOf, commandIn, isShell, type VllmCommand } from './command';
import { type Image, imageIn } from './image';
import { linesCommands } from './lineCommands';
import type { Piece } from './piece';
import { simpleCommands } from './shell';
import { hidden } from './templates';
import { isOpen, type Word, wordOf } from './words';
import { yamlDocuments } from './yamlReader';
import { entryOf, scalarAt, textAt, valueAt, walkYaml, type YamlMap, type YamlNode, type YamlScalar } from './yamlTree';

/** The commands of a file whose templates are hidden. */
export function yamlCommands(text: string): VllmCommand[] {
  return yamlDocuments(text).flatMap(({ root }) => commandsBelow(root));
}

/** The commands of the containers and scripts below a node. */
function commandsBelow(root: YamlNode | undefined): VllmCommand[] {
  const containers = [...walkYaml(root)].flatMap(({ node, above }) =>
    node.kind === 'map' ? commandsOf(node, above) : [],
  );
  return [...containers, ...otherScripts(root)];
}

/** The commands of scripts that are no command of a container: steps, files of a ConfigMap, patches. */
export function otherScripts(root: YamlNode | undefined): VllmCommand[] {
  const read = new Set<YamlNode>();
  return [...walkYaml(root)].flatMap(({ node }) => {
    if (node.kind !== 'map') return [];
    const entries = node.entries.filter(({ key }) => !commandKeys.includes(key));
    if (/\/(?:args|command)\//.test(`${textAt(node, 'path') ?? ''}/`) && entryOf(node, 'op'))
      return operationCommands(node);
    return entries.flatMap(({ key, value }) => (value ? scriptsIn(key, value, read) : []));
  });
}

/** Keys of a container that hold its command, in the order in which it starts: of Compose, of Kubernetes. */
const commandKeys = ['entrypoint', 'command', 'cmd', 'args', 'extraArgs'];

/** The command of one container: what its keys say behind the entry point of its image. */
export function commandsOf(map: YamlMap, above: readonly YamlMap[]): VllmCommand[] {
  const values = commandKeys.flatMap((key) => entryOf(map, key)?.value ?? []);
  if (values.length === 0) return [];
  const image = imageOf(map) ?? imageAbove(map, above) ?? likelyImage(map);
  const words = values.flatMap(wordsOf);
  const script = scriptOf(words);
  if (script) return linesCommands(script, image?.release);
  const own = commandIn(words, image?.release);
  if (own.length > 0) return own;
  const lines = values.flatMap((value) => (value.kind === 'scalar' ? linesCommands(value.piece, image?.release) : []));
  return lines.length > 0 || !image ? lines : argumentsOf(words, image);
}

/** What a shell is given to run. */
function scriptOf(words: readonly Word[]): Piece | undefined {
  if (!isShell(words[0]?.value ?? '')) return undefined;
  const flag = words.findIndex(({ value }) => /^-[a-z]*c$/.test(value));
  return flag < 0 ? undefined : words[flag + 1]?.piece;
}

/** The words of a list, each an argument, or of a string that is split as a shell does. */
function wordsOf(value: YamlNode): Word[] {
  if (value.kind === 'list')
    return value.items.flatMap((item) => (item.kind === 'scalar' ? itemWord(item, value.isFlow) : []));
  return value.kind === 'scalar' ? simpleCommands(value.piece, 'blank').flat() : [];
}

function itemWord({ piece, start, end }: YamlScalar, isFlow: boolean): Word {
  return wordOf(piece, start, end, isFlow ? 'flow' : 'block');
}

/** Keys whose text is for people. */
const prose = /^(?:description|summary|message|notes?|help|comment|title|text|readme|content|prompt|system)$/i;

/** Keys of steps in pipelines, each of whose strings is a script. */
const scriptKeys = /^(?:run|script|before_script|commands?|cmd|exec)$/;

/** The scripts that a value holds: a step of a pipeline, a file in a ConfigMap, a patch. */
function scriptsIn(key: string, value: YamlNode, read: Set<YamlNode>): VllmCommand[] {
  if (prose.test(key)) return [];
  if (value.kind === 'scalar' && value.style === 'block' && /^(?:patch|values|valuesContent)$/.test(key))
    return patchCommands(value.piece);
  const scalars = value.kind === 'list' ? value.items : [value];
  return scalars.flatMap((scalar) => {
    if (scalar.kind !== 'scalar' || read.has(scalar) || (scalar.style !== 'block' && !scriptKeys.test(key))) return [];
    read.add(scalar);
    return linesCommands(scalar.piece, undefined);
  });
}

/** The arguments that an operation of a JSON patch adds or replaces; whose they are stands elsewhere. */
function operationCommands(operation: YamlMap): VllmCommand[] {
  const value = entryOf(operation, 'value')?.value;
  const words = value?.kind === 'scalar' ? [itemWord(value, false)] : value ? wordsOf(value) : [];
  return argumentsOf(words, { release: undefined, isServer: false });
}

/** The commands of a patch, or of values of a chart, that are written as text in another file. */
function patchCommands(piece: Piece): VllmCommand[] {
  const words = (word: Word): Word => {
    const inner = word.piece;
    const moved = {
      text: inner.text,
      from: (index: number) => piece.from(inner.from(index)),
      to: (index: number) => piece.to(inner.to(index) - 1),
    };
    return wordOf(moved, piece.from(word.start), piece.to(word.end - 1), word.form);
  };
  return yamlDocuments(piece.text)
    .flatMap(({ root }) => commandsBelow(root))
    .map((command) => ({ ...command, words: command.words.map(words) }));
}

/** The image of vLLM in a mapping: its name, or its repository and tag. */
export function imageOf(map: YamlMap): Image | undefined {
  const name = textAt(map, 'image');
  if (name !== undefined) return imageIn(name);
  const parts = valueAt(map, 'image') ?? map;
  const repository = textAt(parts, 'repository') ?? textAt(parts, 'name');
  if (repository === undefined || !repository.includes('/')) return undefined;
  const tag = textAt(parts, 'tag');
  return imageIn(tag && !isOpen(tag) ? `${repository}:${tag}` : repository);
}

/** Values of charts give arguments for the image that stands further out. */
function imageAbove(map: YamlMap, above: readonly YamlMap[]): Image | undefined {
  if (textAt(map, 'image') !== undefined) return undefined;
  for (const outer of above.slice(-3).reverse()) {
    const image = imageOf(outer);
    if (image) return image;
  }
  return undefined;
}

/** A container that is named after vLLM and whose image is not in sight: a template, or a patch of what stands elsewhere. */
function likelyImage(map: YamlMap): Image | undefined {
  const image = scalarAt(map, 'image')?.piece.text;
  if (image !== undefined && !image.includes(hidden)) return undefined;
  const isNamed = /(?:^|-)vllm(?:-|$)/.test(textAt(map, 'name') ?? '');
  return isNamed && !/proxy|router|bench/.test(textAt(map, 'name') ?? '')
    ? { release: undefined, isServer: false }
    : undefined;
}
