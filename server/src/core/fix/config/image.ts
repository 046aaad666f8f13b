/** Images of containers that start vLLM. */
import { lineEnd } from './yamlItems';

/** What the image of a container starts. */
export interface Image {
  readonly release: string | undefined;
}

/** Most lines looked at above and below a key for the image of its container. */
const maxBeside = 100;

/** The image of vLLM in the mapping that holds a key. */
export function imageBeside(text: string, at: number, indent: number): Image | undefined {
  const lines = [...beside(text, at, indent, true), ...beside(text, at, indent, false)];
  for (const line of lines) {
    const image = imageIn(/^\s*(?:- +)?image:\s*["']?(\S*vllm\S*?)["']?\s*(?:#.*)?$/.exec(line)?.[1] ?? '');
    if (image) return image;
  }
  return undefined;
}

/** The lines of the same mapping above or below a line, nearest first. */
function* beside(text: string, at: number, indent: number, above: boolean): Generator<string> {
  let start = at;
  for (let count = 0; count < maxBeside; count++) {
    const line = text.slice(start, lineEnd(text, start));
    const dash = /^\s*- +/.exec(line)?.[0].length;
    const own = dash ?? line.length - line.trimStart().length;
    if (line.trim() !== '' && own < indent) return;
    if (own === indent) yield line;
    // The item of a list begins here.
    if (above && dash === indent) return;
    if (!above && dash === indent && start !== at) return;
    if (above && start === 0) return;
    start = above ? text.lastIndexOf('\n', start - 2) + 1 : lineEnd(text, start) + 1;
    if (start >= text.length) return;
  }
}

/** An image of the server and the release in its tag; undefined for another image. */
export function imageIn(name: string): Image | undefined {
  const slash = name.lastIndexOf('/');
  const [base = ''] = name.slice(slash + 1).split(/[:@]/, 1);
  const path = name.slice(0, slash + 1) + base;
  const isImage = /^[\w.:@/-]+$/.test(path) && /[/:]/.test(name) && !/\s/.test(name);
  if (!isImage || !base.includes('vllm')) return undefined;
  return { release: /:v?(\d+\.\d+\.\d+)/.exec(name)?.[1]?.replace(/^/, 'v') };
}
