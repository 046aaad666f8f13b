/** Catalogs of a given number of templates, and what peers search for in their place. */
import { packSitesOf } from '../server/src/core/bundle';
import type { CatalogSite } from '../server/src/core/catalog/catalog';
import { parseTemplate } from '../server/src/core/match/template';
import { seeded } from './corpus';

/** Templates in an order that does not depend on their place: of errors and warnings, and of mild messages. */
export interface TemplateSets {
  readonly errors: readonly string[];
  readonly mild: readonly string[];
}

/** Shortest literal that can be searched for by peers, in bytes. */
const MIN_LITERAL = 8;

/** Sorts the templates of sites into sets. */
export function setsOf(sites: readonly CatalogSite[]): TemplateSets {
  const isMild = ({ level }: CatalogSite): boolean => level === 'INFO' || level === 'DEBUG';
  const one = (list: readonly CatalogSite[]): string[] =>
    [...new Set(list.map(({ template }) => template))].filter((text) => literalOf(text).length >= MIN_LITERAL);
  const mild = new Set(one(sites.filter(isMild)));
  return {
    errors: shuffled(one(sites.filter((site) => !isMild(site)))).filter((text) => !mild.has(text)),
    mild: shuffled([...mild]),
  };
}

/** A packed catalog of the sites that have these templates. */
export function packedSet(sites: readonly CatalogSite[], templates: readonly string[]): Uint8Array {
  const wanted = new Set(templates);
  const chosen = sites.filter(({ template }) => wanted.has(template));
  const data = { pins: {}, triggers: {}, entries: [] };
  return packSitesOf(data, chosen);
}

/** The longest literal of a template that stands on one line. */
export function literalOf(template: string): string {
  const lines = parseTemplate(template).literals.flatMap((literal) => new TextDecoder().decode(literal).split('\n'));
  return lines.map((line) => line.trim()).reduce((best, line) => (line.length > best.length ? line : best), '');
}

function shuffled(items: string[]): string[] {
  const random = seeded(6000);
  return items
    .sort()
    .map((item) => ({ item, order: random() }))
    .sort((a, b) => a.order - b.order)
    .map(({ item }) => item);
}
