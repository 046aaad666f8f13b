/** A catalog together with the index over its sites: packed by the build, opened in place, or built in memory. */
import { type Catalog, createCatalog } from './catalog/catalog';
import type { CatalogData } from './catalog/entry';
import { catalogSectionCount, openCatalog, packCatalog } from './catalog/pack/packedCatalog';
import { type ByteSource, openSections, PackedFileError, packSections } from './catalog/pack/packedFile';
import { buildIndex } from './match/engine/build';
import { decodeIndex, encodeIndex } from './match/engine/layout';
import { CandidateIndex } from './match/engine/search';
import { wordingsOf } from './match/groups';
import { type IndexedSites, indexSites } from './match/wordings';

/** A catalog, ready to be searched and matched. */
export interface Bundle {
  readonly catalog: Catalog;
  /** For `createMatcher`. */
  readonly indexed: readonly IndexedSites[];
}

/** Builds a bundle from checked data. */
export function bundleOf(data: CatalogData): Bundle {
  const catalog = createCatalog(data);
  return { catalog, indexed: [indexSites(catalog.sites)] };
}

/** Packs checked data into the bytes of one file. */
export function packBundle(data: CatalogData): Uint8Array {
  const { sites } = createCatalog(data);
  return packSections([...packCatalog(data, sites), encodeIndex(buildIndex(wordingsOf(sites)))]);
}

/** Opens a packed file in place. Throws {@link PackedFileError} where it is damaged or of another version. */
export function openBundle(source: ByteSource): Bundle {
  const sections = openSections(source);
  const packed = openCatalog(sections);
  const section = sections[catalogSectionCount];
  const data = section && decodeIndex(section.read(0, section.length));
  if (!packed || !data) throw new PackedFileError('it was packed by another version');
  return { catalog: packed.catalog, indexed: [{ index: new CandidateIndex(data), sites: packed.sites }] };
}
