/**
 * Rows of pages that requests send again in part: a form in which a script edits a row sends its title, its author and the
 * number of the row. One value alone that a page shows says nothing: people type what they read.
 */
import { rowOf, type ResponseValue } from '../read/responseValue';
import type { Slot } from '../read/slots';
import { valueBits } from '../read/valueEntropy';
import { SAME, nameLikeness } from './nameSimilarity';
import type { ValueIndex } from './valueIndex';

/** Whether a field is one of several that have the values of a page's row under their names. */
export type IsOfRow = (slot: Slot, responseValue: ResponseValue) => boolean;

const MIN_FIELDS = 3;
/** From so many bits on a value belongs to one row. */
const TELLING_BITS = 12;

/** What a request sends of the rows of one page: by row how many fields, and the bits of the value that says most. */
type SentRows = Map<number, { readonly fields: number; readonly bits: number }>;

/** Looks through the fields of all requests once. */
export function copiedRows({ slots, seen }: ValueIndex): IsOfRow {
  const sent = new Map<string, SentRows>();
  for (const slot of slots) {
    const bits = valueBits(slot.value);
    const pages = new Map<string, Set<number>>();
    for (const one of seen.get(slot.value)?.responseValues ?? []) {
      const row = isCalledAlike(slot, one) ? rowOf(one) : undefined;
      if (row !== undefined) {
        const key = pageKey(slot, one);
        pages.set(key, (pages.get(key) ?? new Set()).add(row));
      }
    }
    for (const [key, rows] of pages) {
      const known: SentRows = sent.get(key) ?? new Map();
      sent.set(key, known);
      rows.forEach((row) => {
        const before = known.get(row) ?? { fields: 0, bits: 0 };
        known.set(row, { fields: before.fields + 1, bits: Math.max(before.bits, bits) });
      });
    }
  }
  const copied = new Map([...sent].map(([key, rows]) => [key, rowMostSent(rows)]));
  return (slot, responseValue) =>
    isCalledAlike(slot, responseValue) && copied.get(pageKey(slot, responseValue)) === rowOf(responseValue);
}

/** The row that is sent; nothing where two are as likely. */
function rowMostSent(rows: SentRows): number | undefined {
  const [first, second] = [...rows].toSorted(
    ([, one], [, other]) => other.fields - one.fields || other.bits - one.bits,
  );
  if (first === undefined) {
    return undefined;
  }
  const [row, { fields, bits }] = first;
  const isOnly = second === undefined || second[1].fields < fields;
  return isOnly && fields >= MIN_FIELDS && bits >= TELLING_BITS ? row : undefined;
}

/** Whether a field is called as a value is in the row of an earlier page. */
function isCalledAlike(slot: Slot, responseValue: ResponseValue): boolean {
  return (
    rowOf(responseValue) !== undefined &&
    slot.location === 'body' &&
    responseValue.step < slot.step &&
    nameLikeness(slot.name, responseValue.name) >= SAME
  );
}

/** A request and an earlier page. */
function pageKey(slot: Slot, { step }: ResponseValue): string {
  return JSON.stringify([slot.step, step]);
}
