/**
 * Inserting a reference at a place of a chain, as one edit that keeps the file JSON.
 */
import type { TextEdit } from '../edit/textEdit';
import { isMasked, valueText, type AvailableVariable } from './available';
import type { InsertionPlace } from './insertionPlace';

/** Whether the last value of a variable is the one at a place. */
export function hasValue({ value }: Pick<AvailableVariable, 'value'>, { literal }: InsertionPlace): boolean {
  if (value === undefined || literal === '') {
    return false;
  }
  return (value.raw !== undefined || !isMasked(value)) && valueText(value) === literal;
}

/** The edit that puts a reference at a place: replacing the literal there, or next to it. */
export function insertReference(
  place: InsertionPlace,
  variable: Pick<AvailableVariable, 'name' | 'value'>,
): TextEdit {
  const reference = `{{${variable.name}}}`;
  const { range, at, prefix, needsQuotes } = place;
  return place.replaces || hasValue(variable, place)
    ? {
        offset: range.start,
        length: range.end - range.start,
        text: needsQuotes ? `"${reference}"` : reference,
      }
    : { offset: at, length: 0, text: prefix + reference };
}
