/**
 * Dates as `{{$datetime …}}` writes them: `iso8601`, `rfc1123`, or a pattern of the common letters
 * (`YYYY-MM-DD HH:mm:ss.SSS`), always in UTC so that the same chain gives the same text everywhere.
 */

const UNITS_MS: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
};

/**
 * Moves a date by `[amount, unit]` (`['-3', 'h']`); nothing to move by gives the date itself.
 * Units are those of REST Client: y M w d h m s ms. Returns undefined when that is not an offset.
 */
export function shiftDate(date: Date, offset: readonly string[]): Date | undefined {
  if (offset.length === 0) {
    return date;
  }
  const [amountText = '', unit = '', ...rest] = offset;
  const amount = Number(amountText);
  if (!Number.isSafeInteger(amount) || amountText === '' || rest.length > 0) {
    return undefined;
  }
  const shifted = new Date(date);
  const length = Object.hasOwn(UNITS_MS, unit) ? UNITS_MS[unit] : undefined;
  if (length !== undefined) {
    shifted.setTime(shifted.getTime() + amount * length);
  } else if (unit === 'M') {
    shifted.setUTCMonth(shifted.getUTCMonth() + amount);
  } else if (unit === 'y') {
    shifted.setUTCFullYear(shifted.getUTCFullYear() + amount);
  } else {
    return undefined;
  }
  return Number.isNaN(shifted.getTime()) ? undefined : shifted;
}

/** Writes a date as `iso8601`, as `rfc1123` (the form of HTTP's `Date` header), or by a pattern. */
export function formatDate(date: Date, format: string): string {
  if (format === 'iso8601') {
    return date.toISOString();
  }
  if (format === 'rfc1123') {
    return date.toUTCString();
  }
  const iso = date.toISOString();
  const parts: Readonly<Record<string, string>> = {
    YYYY: iso.slice(0, 4),
    MM: iso.slice(5, 7),
    DD: iso.slice(8, 10),
    HH: iso.slice(11, 13),
    mm: iso.slice(14, 16),
    ss: iso.slice(17, 19),
    SSS: iso.slice(20, 23),
  };
  return format.replace(/YYYY|SSS|MM|DD|HH|mm|ss/g, (letters) => parts[letters] ?? letters);
}
