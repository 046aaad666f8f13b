/** Targets of a configuration of Prometheus that are a ZMQ port of vLLM. */
import type { Edit } from '../finding';
import type { FixPlace } from '../fix';
import type { ManifestDocument } from './manifest';
import { partOf } from './piece';
import { portPlace, scrape } from './portPlace';
import type { ManifestFile, Ports } from './ports';
import { entryOf, valueAt, walkYaml, type YamlList, type YamlScalar } from './yamlTree';

/** Targets such as `vllm-0:5557`, on a host that is named after vLLM. */
export function targetPlaces(text: string, document: ManifestDocument, file: ManifestFile): FixPlace[] {
  if (!entryOf(document.root, 'scrape_configs')) return [];
  const ports = file.behind(document, document.isVllm);
  const seen = new Set<YamlList>();
  return [...walkYaml(document.root)].flatMap(({ node }) => {
    const list = node.kind === 'map' ? valueAt(node, 'targets') : undefined;
    if (list?.kind !== 'list' || seen.has(list)) return [];
    seen.add(list);
    return listPlaces(text, list, ports);
  });
}

/** A target at a wrong port, and what it has to be. */
interface Moved {
  readonly item: YamlScalar;
  readonly place: FixPlace;
  /** The target at the HTTP port; undefined where that is not known. */
  readonly right: string | undefined;
}

/** The places of one list, which names each target once: what would be there twice is removed. */
function listPlaces(text: string, list: YamlList, ports: Ports): FixPlace[] {
  const moved = list.items.flatMap((item) => (item.kind === 'scalar' ? movedTarget(item, ports) : []));
  const listed = new Set(list.items.flatMap((item) => (item.kind === 'scalar' ? [item.piece.text] : [])));
  const firsts = new Map<string, YamlScalar>();
  for (const { item, right } of moved) {
    if (right !== undefined && !listed.has(right) && !firsts.has(right)) firsts.set(right, item);
  }
  const isGone = ({ item, right }: Moved) => right !== undefined && firsts.get(right) !== item;
  const gone = new Set(moved.filter(isGone).map(({ item }) => item));
  return moved.flatMap((target): FixPlace[] => {
    const { item, place, right } = target;
    if (right === undefined) return [place];
    if (listed.has(right)) return [withoutItems(text, list, { ...place, edits: [] }, [item], gone)];
    // The copies go with the one that is moved, or the target would be lost.
    if (gone.has(item)) return [];
    const copies = moved.filter((other) => other.right === right && other.item !== item).map((other) => other.item);
    return [copies.length > 0 ? withoutItems(text, list, place, copies, gone) : place];
  });
}

function movedTarget(item: YamlScalar, ports: Ports): Moved[] {
  const number = portOfHost(item.piece.text);
  if (!number) return [];
  const hostLength = item.piece.text.length - number.length;
  const place = portPlace({ ...item, piece: partOf(item.piece, hostLength) }, number, ports, scrape);
  if (!place) return [];
  const port = place.edits[0]?.newText;
  return [{ item, place, right: port === undefined ? undefined : item.piece.text.slice(0, hostLength) + port }];
}

/** The port behind the name of a host that runs vLLM. */
function portOfHost(target: string): string | undefined {
  const [host = '', port, ...more] = target.split(':');
  return more.length === 0 && host.includes('vllm') && /^\d+$/.test(port ?? '') ? port : undefined;
}

/** A place that removes items too; explained only where something else stands with one of them. */
function withoutItems(
  text: string,
  list: YamlList,
  place: FixPlace,
  items: readonly YamlScalar[],
  gone: ReadonlySet<YamlScalar>,
): FixPlace {
  const removals = items.map((item) => (list.isFlow ? flowRemoval(text, list, item, gone) : lineRemoval(text, item)));
  const edits = removals.filter((edit) => edit !== undefined);
  const why = `${place.why} ${place.edits.length > 0 ? 'Targets that would be the same become one.' : 'That target is listed already.'}`;
  if (edits.length < removals.length) return { ...place, why, applicability: 'display-only', edits: [] };
  return { ...place, why, edits: [...place.edits, ...edits] };
}

/** An item with its comma: the one behind it where an item that stays follows, else the one before it. */
function flowRemoval(
  text: string,
  { items }: YamlList,
  item: YamlScalar,
  gone: ReadonlySet<unknown>,
): Edit | undefined {
  const at = items.indexOf(item);
  const isFollowed = items.slice(at + 1).some((other) => !gone.has(other));
  const start = isFollowed ? item.start : items[at - 1]?.end;
  const end = isFollowed ? items[at + 1]?.start : item.end;
  if (start === undefined || end === undefined) return undefined;
  // A comment or a template between two items may belong to either.
  const rest = text.slice(start, item.start) + text.slice(item.end, end);
  return /^\s*,\s*$/.test(rest) ? { start, end, newText: '' } : undefined;
}

/** The line of an item that has it for itself. */
function lineRemoval(text: string, item: YamlScalar): Edit | undefined {
  const start = text.lastIndexOf('\n', item.start - 1) + 1;
  const stop = text.indexOf('\n', item.end);
  const isAlone =
    /^\s*-\s+$/.test(text.slice(start, item.start)) && text.slice(item.end, stop < 0 ? undefined : stop).trim() === '';
  if (!isAlone) return undefined;
  if (stop >= 0) return { start, end: stop + 1, newText: '' };
  const before = text[start - 2] === '\r' ? start - 2 : start - 1;
  return { start: before, end: text.length, newText: '' };
}
