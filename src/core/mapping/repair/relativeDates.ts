/**
 * Dates that are relative to the day of the run: a server refuses a booking for last month, whatever the recording had.
 * Only the day changes; the time of the day and its offset stay as they were written.
 */
import uniqBy from 'lodash/uniqBy.js';
import { escapeReferences } from '../../prepare/template';
import type { Slot } from '../read/slots';
import { stepsById } from './carriedPlaces';
import {
  constantsFor,
  namesField,
  statedSlots,
  type Generation,
  type RefusedRequest,
} from './generatedValues';

/** A day, then the end or a time of the day (ISO 8601). */
const DATE = /^(\d{4})([-/])(\d\d)\2(\d\d)(?=$|[T ]\d\d:\d\d)(.*)$/s;
/** How servers speak of dates; part of words, in any case. */
const ABOUT_DATES = /date|day|time|past|future|expire|earlier|later|before|after|too (?:old|soon|late)/i;
const DAY_MS = 86_400_000;
/** Dates further from the recording are facts, such as a birthday. */
const MAX_DAYS = 366;

/**
 * The dates of a refused request that are near the day of the recording, all together: the end of a stay moves with
 * its beginning. Nothing where the answer is not about dates, or the recording has no times.
 */
export function relativeDatesFor(status: number | undefined, refused: RefusedRequest): readonly Generation[] {
  const { chain, session, request, answer } = refused;
  const recordedAt = stepsById(session).get(request)?.startedAt;
  if (recordedAt === undefined || (status !== 400 && status !== 422)) {
    return [];
  }
  const dated = uniqBy(statedSlots(refused), 'value').flatMap((slot) => {
    const template = relativeDate(slot, recordedAt);
    return template === undefined ? [] : [{ slot, template }];
  });
  return dated.length > 0 && (ABOUT_DATES.test(answer) || dated.some(({ slot }) => namesField(answer, slot)))
    ? [{ kind: 'generate', why: 'date', request, values: constantsFor(chain, dated, []) }]
    : [];
}

/** `{{$datetime YYYY-MM-DD 3 d}}T10:00:00Z`; absent where there is no date near the recording. */
function relativeDate({ value, isNumber }: Slot, recordedAt: number): string | undefined {
  const [, year = '', separator = '', month = '', day = '', time = ''] = DATE.exec(value) ?? [];
  const at = dayNumber(Number(year), Number(month), Number(day));
  if (at === undefined || isNumber) {
    return undefined;
  }
  const days = at - Math.floor(recordedAt / DAY_MS);
  if (Math.abs(days) > MAX_DAYS) {
    return undefined;
  }
  const format = ['YYYY', 'MM', 'DD'].join(separator);
  const offset = days === 0 ? '' : ` ${String(days)} d`;
  return `{{$datetime ${format}${offset}}}${escapeReferences(time)}`;
}

/** Days since 1970; absent for a day that does not exist, such as February 30. */
function dayNumber(year: number, month: number, day: number): number | undefined {
  const at = new Date(Date.UTC(year, month - 1, day));
  return at.getUTCMonth() === month - 1 && at.getUTCDate() === day ? at.getTime() / DAY_MS : undefined;
}
