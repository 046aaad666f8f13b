/** All places of a Python file where dropping a message was considered. */
import type { FixPlace } from '../fix';
import type { SourceFile } from '../sourceFile';
import { aliasPlaces } from './aliasPlaces';
import { headPlaces } from './headPlaces';
import { leavePlaces } from './leavePlaces';
import { lonePlaces } from './lonePlaces';
import { loopPlaces } from './loopPlaces';

/** The places in no particular order: loops, checks that leave them, helpers, clients and pasted pieces. */
export function pythonDropPlaces(file: SourceFile): FixPlace[] {
  return [...loopPlaces(file), ...headPlaces(file), ...aliasPlaces(file), ...leavePlaces(file), ...lonePlaces(file)];
}

/** Those where dropping is wrong: someone needs the error that is raised there. */
export function withheldPlaces(file: SourceFile): FixPlace[] {
  if (!file.text.includes('.recv')) return [];
  return pythonDropPlaces(file).filter(({ applicability }) => applicability === 'display-only');
}
