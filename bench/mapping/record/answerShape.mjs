/** The structure of an answer: what is compared of two runs, whose values differ. */
import { leaves } from './browser/places.mjs';
import { xmlShape } from './xml.mjs';

/** So long are ids that an answer has as a value and as the name of a member. */
const ID_LENGTH = 8;
/** Names of members that are ids or versions. */
export const NAMED_BY_ID = /^(?=.*\d)[\w-]{8,}$|^\d+(\.\d+)+$/;

/**
 * Members of a JSON text and the kinds of their values; ids and versions are no names. Of a list, whose order may hang on
 * ids, the kinds of items. Of XML the elements.
 *
 * @param {readonly string[]} ignored names of members that say nothing
 */
export function shapeOf(text, mimeType, ignored = []) {
  if (/[/+]xml/.test(mimeType)) return xmlShape(text);
  if (!/^\s*[[{]/.test(text)) return 'text';
  const json = JSON.parse(text);
  const texts = new Set(leaves(json).map(([, leaf]) => leaf));
  const isId = (name, member) =>
    NAMED_BY_ID.test(name) || (name.length >= ID_LENGTH && texts.has(name)) || isNumbered(name, member);
  const shape = (value) => {
    if (Array.isArray(value)) return [...new Set(value.map((item) => JSON.stringify(shape(item))))].sort();
    if (value === null || typeof value !== 'object') return value === null ? 'null' : typeof value;
    const members = Object.entries(value)
      .filter(([name]) => !ignored.includes(name))
      .map(([name, member]) => [isId(name, member) ? 'id' : name, shape(member)]);
    return Object.fromEntries(members.sort(([one], [other]) => (one < other ? -1 : 1)));
  };
  return JSON.stringify(shape(json));
}

/** Whether a member is named by the number that it has itself. */
function isNumbered(name, member) {
  return /^\d+$/.test(name) && String(member?.id) === name;
}
