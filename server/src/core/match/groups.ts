/** Sites by wording: sites that share a template are searched for once and told apart by the surroundings. */
import type { CatalogSite } from '../catalog/catalog';
import { decode, encode, trimEnd } from './bytes';
import type { IndexedWording } from './engine/build';
import { isSearchable } from './engine/windows';
import { isBelow, isLoud } from './evidence';
import { defaultLevel } from './match';
import { peel } from './prefix/peel';
import { exceptionsOf, isRaise, lastName } from './sitePlaces';
import { isExceptionClass } from './starts';
import { statesVersion } from './stated';
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

/** The wordings of a catalog’s sites, for the index. A template without any literal cannot be found and has none. */
export function wordingsOf(sites: readonly CatalogSite[]): IndexedWording[] {
  const groups = new Map<string, { readonly template: ParsedTemplate; readonly numbers: number[] }>();
  sites.forEach((site, number) => {
    const template = templateOf(site);
    if (template.literals.length === 0 || isMildPrefix(template)) return;
    const key = `${isClassOnly(site)}${templateKey(template)}`;
    const group = groups.get(key);
    if (group) group.numbers.push(number);
    else groups.set(key, { template, numbers: [number] });
  });
  return [...groups.values()].map(({ template, numbers }) => {
    const own = numbers.flatMap((number) => sites[number] ?? []);
    return {
      literals: template.literals,
      holes: template.holes.map((names) => names.length > 0),
      beside: isSearchable(template.literals) ? [] : standIns(own),
      sites: numbers,
      loud: !own.some(isClassOnly) && own.every(isLoud),
      mild: isMild(own) && !(own[0] && statesVersion(own[0], template)),
    };
  });
}

/** A value that stands in a hole where only its place matters. */
const VALUE = 48;

/**
 * True where a wording is no more than what loggers put before a message that is no warning: `[{device}] NCCL INFO {text}`.
 * The prefix of a line is peeled off, so that such a wording names none.
 */
function isMildPrefix({ literals, holes }: ParsedTemplate): boolean {
  const bytes: number[] = [];
  let end = 0;
  for (const [i, names] of holes.entries()) {
    if (names.length > 0) bytes.push(VALUE);
    bytes.push(...(literals[i] ?? []));
    if (i < literals.length) end = bytes.length;
  }
  const line = Uint8Array.from(bytes);
  const { facts, textStart } = peel(line, line.length);
  return textStart >= trimEnd(line, 0, end) && facts.level !== null && isBelow(facts.level, defaultLevel);
}

/** The group of sites that share one wording; undefined where there are none. */
export function groupOf(sites: readonly CatalogSite[]): TemplateGroup | undefined {
  const [first] = sites;
  return first && new LazyGroup(first, () => sites);
}

/** A group that asks for its other sites, and for what its words tell, when a text has come near to its wording. */
export class LazyGroup implements TemplateGroup {
  readonly template: ParsedTemplate;
  readonly classOnly: boolean;
  readonly weak: boolean;
  private knownSites: readonly CatalogSite[] | undefined;
  private isKnownTelling: boolean | undefined;

  /** @param first one of the sites that `readSites` gives */
  constructor(
    first: CatalogSite,
    private readonly readSites: () => readonly CatalogSite[],
  ) {
    this.template = templateOf(first);
    this.classOnly = isClassOnly(first);
    this.weak = this.classOnly || isWeak(this.template);
  }

  get sites(): readonly CatalogSite[] {
    this.knownSites ??= this.readSites();
    return this.knownSites;
  }

  get telling(): boolean {
    this.isKnownTelling ??= isTelling(this.template) || this.sites.every(({ context }) => context.length > 0);
    return this.isKnownTelling;
  }
}

function isClassOnly({ template, exception }: CatalogSite): boolean {
  return template === '' && exception !== null;
}

function templateOf(site: CatalogSite): ParsedTemplate {
  return isClassOnly(site) ? classTemplate(site.exception ?? '') : parseTemplate(site.template);
}

/**
 * A text such as a key in quotes is too short to be searched for, so the exception classes that it is printed behind
 * stand in for it.
 */
function standIns(sites: readonly CatalogSite[]): Uint8Array[] {
  const classes = sites.filter(isRaise).flatMap(exceptionsOf);
  return [...new Set(classes)].map((name) => encode(lastName(name)));
}

/** True where nothing that a user asks for by default can be reported: every site logs below a warning. */
function isMild(sites: readonly CatalogSite[]): boolean {
  return sites.every(({ level }) => level !== null && isBelow(level, defaultLevel));
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
