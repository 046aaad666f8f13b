/** Errors that a payload leads to where it arrives, as codes of the catalog. */
import type { Catalog } from './catalog/catalog';
import type { Entry } from './catalog/entry';
import type { Reading } from './decode/reading';

/** A payload and the error that its receiver raises. */
interface Consequence {
  readonly code: string;
  readonly follows: (reading: Reading) => boolean;
}

function isEaten({ fields }: Reading): boolean {
  return fields.zmtp1 === true;
}

function isMessage({ fields }: Reading, start: string): boolean {
  return typeof fields.schema === 'string' && fields.schema.startsWith(start);
}

function isBroken({ problems = [] }: Reading): boolean {
  return problems.length > 0;
}

/** Problems beyond a number of frames that the receiver does not unpack. */
function hasOtherProblems({ problems = [], fields }: Reading): boolean {
  return problems.length > (fields.expected_frames === undefined ? 0 : 1);
}

const consequences: readonly Consequence[] = [
  {
    code: 'vllm/dp-handshake/unexpected-data-parallel-rank',
    follows: (reading) => isEaten(reading) && (reading.frames?.length ?? 2) === 2,
  },
  {
    code: 'vllm/dp-handshake/not-two-frames',
    follows: (reading) =>
      (isEaten(reading) && (reading.frames?.length ?? 2) !== 2) ||
      (isMessage(reading, 'dp.handshake.') && reading.fields.expected_frames !== undefined),
  },
  {
    code: 'vllm/moriio/notify-listener-died',
    follows: (reading) => isMessage(reading, 'moriio.notify.') && isBroken(reading),
  },
  {
    code: 'vllm/moriio/unhandled-structured-type',
    follows: (reading) => isMessage(reading, 'moriio.notify.unknown'),
  },
  {
    code: 'vllm/engine-core/engine-dead',
    follows: (reading) => isMessage(reading, 'engine.outputs.dead'),
  },
  {
    code: 'vllm/dp-handshake/undecodable-message',
    follows: (reading) => isMessage(reading, 'dp.handshake.') && hasOtherProblems(reading),
  },
];

/** Codes that the table names; a test looks them up in the catalog. */
export const consequenceCodes: readonly string[] = consequences.map(({ code }) => code);

/** Entries of errors that the payload leads to, by what it is. */
export function entriesOfReading(reading: Reading, catalog: Catalog): Entry[] {
  return consequences.flatMap(({ code, follows }) => (follows(reading) ? (catalog.get(code) ?? []) : []));
}
