/**
 * Wordings that do not prove by themselves which project made them: too short, the same in several projects, or plain
 * English. Of these a proof of the project, such as its module path, must stand in the record or traceback as well.
 */
import { hole, templateShape } from '../source/shape';

/** Fewest letters and digits of a wording that stands alone. */
const minLetters = 16;
/** A wording of this many letters and digits stands alone though all its words are common. */
const enoughLetters = 40;
/** A word that this share of the projects use, and at least so many, says nothing about any of them. */
const commonShare = 1 / 3;
const commonFrom = 4;

/** Judges wordings by those of all projects together. */
export function createWeakness(wordings: ReadonlyMap<string, readonly string[]>): (template: string) => boolean {
  const projectsOfShape = new Map<string, Set<string>>();
  const projectsOfWord = new Map<string, Set<string>>();
  for (const [project, templates] of wordings) {
    for (const template of templates) {
      note(projectsOfShape, keyOf(template), project);
      for (const word of wordsOf(template)) note(projectsOfWord, word, project);
    }
  }
  const common = Math.max(commonFrom, wordings.size * commonShare);
  return (template) => {
    if ((projectsOfShape.get(keyOf(template))?.size ?? 0) > 1) return true;
    const words = wordsOf(template);
    const letters = words.reduce((sum, word) => sum + word.length, 0);
    if (letters < minLetters) return true;
    return letters < enoughLetters && words.every((word) => (projectsOfWord.get(word)?.size ?? 0) >= common);
  };
}

function note(known: Map<string, Set<string>>, key: string, project: string): void {
  const projects = known.get(key);
  if (projects) projects.add(project);
  else known.set(key, new Set([project]));
}

/** The wording without white space, as lines wrap and versions space it differently. */
function keyOf(template: string): string {
  return templateShape(template).replace(/\s+/g, '').toLowerCase();
}

function wordsOf(template: string): string[] {
  return (
    templateShape(template)
      .replaceAll(hole, ' ')
      .toLowerCase()
      .match(/[\p{L}\p{N}_]+/gu) ?? []
  );
}
