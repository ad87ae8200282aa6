/** Finds English texts of a view that no translation reaches. */
import assert from 'node:assert/strict';
import { inEnglish, type Say } from '../../src/core/say';
import { germanBundle, inGerman } from './germanSentences';

/** The German text, which the bundle must have, or the texts that a message without values consists of. */
export const sayGerman: Say = (text, ...values) => {
  const known = germanBundle[text] ?? inGerman(text);
  assert.ok(Object.hasOwn(germanBundle, text) || (values.length === 0 && known !== text), text);
  return inEnglish(known, ...values);
};

/** Only the values of a text, between marks: its own words are translated, so they are gone. */
export const sayValues: Say = (text, ...values) => {
  assert.ok(values.length === 0 || Object.hasOwn(germanBundle, text), text);
  return `<${values.join('|')}>`;
};

/**
 * The texts of a view that was built with {@link sayValues} in which words are left.
 *
 * @param members names of members that are values: names, code, and words of a program
 * @param values what people wrote or servers sent, and may be in texts
 */
export function wordsLeft(view: unknown, members: ReadonlySet<string>, values: RegExp): readonly string[] {
  if (typeof view === 'string') {
    return /\p{L}/u.test(view.replace(values, '')) ? [view] : [];
  }
  return typeof view === 'object' && view !== null
    ? Object.entries(view).flatMap(([name, value]) =>
        members.has(name) ? [] : wordsLeft(value, members, values),
      )
    : [];
}
