/** The timestamp extension: msgpack spec, "Timestamp extension type" (ext type -1). */
import { beBigint, beNumber } from '../bytes';

/** Days from 1 March of year 0 to 1 January 1970 in the proleptic Gregorian calendar. */
const epochDays = 719_468n;

function floorDivide(a: bigint, b: bigint): bigint {
  const quotient = a / b;
  return a % b !== 0n && a < 0n !== b < 0n ? quotient - 1n : quotient;
}

/** Year, month, day of a day count since 1970-01-01; years beyond what Date holds are right as well. */
function civil(days: bigint): string {
  // Eras of 400 years have 146097 days; years start in March, so that the leap day comes last.
  const shifted = days + epochDays;
  const era = floorDivide(shifted, 146_097n);
  const dayOfEra = shifted - era * 146_097n;
  const yearOfEra = (dayOfEra - dayOfEra / 1460n + dayOfEra / 36_524n - dayOfEra / 146_096n) / 365n;
  const dayOfYear = dayOfEra - (365n * yearOfEra + yearOfEra / 4n - yearOfEra / 100n);
  const monthFromMarch = (5n * dayOfYear + 2n) / 153n;
  const day = dayOfYear - (153n * monthFromMarch + 2n) / 5n + 1n;
  const month = monthFromMarch < 10n ? monthFromMarch + 3n : monthFromMarch - 9n;
  const year = yearOfEra + era * 400n + (month <= 2n ? 1n : 0n);
  return `${formatYear(year)}-${two(month)}-${two(day)}`;
}

/** Four digits, or as ISO 8601 writes other years: a sign and at least six digits. */
function formatYear(year: bigint): string {
  if (year >= 0n && year <= 9999n) return String(year).padStart(4, '0');
  const digits = String(year < 0n ? -year : year).padStart(6, '0');
  return `${year < 0n ? '-' : '+'}${digits}`;
}

function two(number: bigint): string {
  return String(number).padStart(2, '0');
}

/** `YYYY-MM-DDTHH:MM:SS.nnnnnnnnnZ` of seconds since 1970 and nanoseconds. */
export function formatTimestamp(seconds: bigint, nanoseconds: number): string {
  const days = floorDivide(seconds, 86_400n);
  const rest = seconds - days * 86_400n;
  const time = `${two(rest / 3600n)}:${two((rest / 60n) % 60n)}:${two(rest % 60n)}`;
  return `${civil(days)}T${time}.${String(nanoseconds).padStart(9, '0')}Z`;
}

/**
 * The time that the body of an ext of type -1 holds, or undefined where it is none: another length than 4, 8 or 12, or
 * nanoseconds above 999999999.
 */
export function readTimestamp(body: Uint8Array): string | undefined {
  if (body.length === 4) return formatTimestamp(BigInt(beNumber(body, 0, 4)), 0);
  if (body.length === 8) {
    const value = beBigint(body, 0, 8);
    return checked(value & 0x3_ffff_ffffn, Number(value >> 34n));
  }
  if (body.length !== 12) return undefined;
  return checked(BigInt.asIntN(64, beBigint(body, 4, 8)), beNumber(body, 0, 4));
}

function checked(seconds: bigint, nanoseconds: number): string | undefined {
  return nanoseconds > 999_999_999 ? undefined : formatTimestamp(seconds, nanoseconds);
}
