/** Sites by wording: sites that share a template are searched for once and told apart by the surroundings. */
import type { CatalogSite } from '../catalog/catalog';
import { decode, encode } from './bytes';
import { isSearchable } from './pieces';
import { exceptionsOf, isRaise, lastName } from './sitePlaces';
import { isExceptionClass } from './starts';
import { isTelling } from './telling';
import { type ParsedTemplate, parseTemplate, templateKey, WEAK_IN_ALL, WEAK_LITERAL } from './template';

/** All sites of one wording. */
export interface TemplateGroup {
  readonly template: ParsedTemplate;
  readonly sites: readonly CatalogSite[];
  /** True for an exception raised without text: the class’s name is all that is printed. */
  readonly classOnly: boolean;
  /** True where the text alone proves too little. */
  readonly weak: boolean;
  /** True where the words alone show that a program printed them, or a context that is asked for does. */
  readonly telling: boolean;
}

/** Groups sites; those whose template holds no literal at all cannot be found and are left out. */
export function groupSites(sites: readonly CatalogSite[]): TemplateGroup[] {
  const groups = new Map<string, { template: ParsedTemplate; sites: CatalogSite[]; classOnly: boolean }>();
  for (const site of sites) {
    const classOnly = site.template === '' && site.exception !== null;
    const template = classOnly ? classTemplate(site.exception ?? '') : parseTemplate(site.template);
    if (template.literals.length === 0) continue;
    const key = `${classOnly}${templateKey(template)}`;
    const group = groups.get(key);
    if (group) group.sites.push(site);
    else groups.set(key, { template, sites: [site], classOnly });
  }
  return [...groups.values()].map((group) => ({
    ...group,
    weak: group.classOnly || isWeak(group.template),
    telling: isTelling(group.template) || group.sites.every(({ context }) => context.length > 0),
  }));
}

/**
 * Texts of which a piece must stand in a line before the wording is tried on it: its literals. A text such as a key in
 * quotes is too short to be searched for, so the exception classes that it is printed behind stand in for it.
 */
export function searchTexts({ template, sites }: TemplateGroup): readonly Uint8Array[] {
  if (isSearchable(template.literals)) return template.literals;
  const classes = sites.filter(isRaise).flatMap(exceptionsOf);
  return [...template.literals, ...new Set(classes)].map((text) =>
    typeof text === 'string' ? encode(lastName(text)) : text,
  );
}

/** True where the text alone proves too little: short, or no more than an exception’s name and a colon. */
function isWeak(template: ParsedTemplate): boolean {
  if (template.literals.length === 1 && isHead(decode(template.literals[0] ?? new Uint8Array()))) return true;
  return template.longestLiteral < WEAK_LITERAL && template.literalBytes < WEAK_IN_ALL;
}

function isHead(literal: string): boolean {
  const name = literal.replace(/:\s*$/, '');
  return name !== literal && isExceptionClass(name);
}

function classTemplate(exception: string): ParsedTemplate {
  const name = encode(lastName(exception));
  return {
    literals: [name],
    holes: [[], []],
    literalBytes: name.length,
    longestLiteral: name.length,
    multiline: false,
  };
}
