/**
 * Things that have a name and no id: where no item of `[{"name": "season", "legalValues": […]}]` has an id and no two have
 * one name, the name tells which one is meant.
 */
import { isArray, isObject, type JsonValue } from '../../json/json';
import { valueAtSteps } from '../../extraction/responsePart';
import { namePlace, type PlaceName } from '../../language/placeName';
import type { RecordedStep } from '../read/recordedSession';
import { readBody } from '../read/readJson';
import { memberSteps, type ResponseValue } from '../read/responseValue';

/** A place in an answer, and whether it has what its thing is known by. */
export type NameAsId = (responseValue: ResponseValue) => ResponseValue;

/** What may tell things apart that have no id. */
const NAME = /^(?:name|slug|code|key|login|username)$/i;
/** Longer answers are not read again for names; UTF-16 code units. */
const MAX_LENGTH = 1_000_000;

/** Whether a place has what a thing is known by to people as well. */
export function isKnownByName({ isId, field }: PlaceName): boolean {
  return isId && SPOKEN.test(field.join(''));
}

const SPOKEN = /^(?:name|login|username)$/;

/** Reads an answer only where one of its values is such a name. */
export function namesAsIds(steps: readonly RecordedStep[]): NameAsId {
  const lists = new Map<string, boolean>();
  let last: { readonly step: number; readonly json: JsonValue | undefined } | undefined;
  const jsonOf = (step: number): JsonValue | undefined => {
    if (last?.step !== step) {
      const { response } = steps[step] ?? {};
      last = {
        step,
        json: response !== undefined && response.text.length <= MAX_LENGTH ? readBody(response) : undefined,
      };
    }
    return last.json;
  };
  return (responseValue) => {
    const at = memberSteps(responseValue) ?? [];
    const [position, member] = at.slice(-2);
    if (typeof position !== 'number' || typeof member !== 'string' || !NAME.test(member)) {
      return responseValue;
    }
    const { step, name } = responseValue;
    const key = JSON.stringify([step, ...at.slice(0, -2), member]);
    const json = lists.has(key) ? undefined : jsonOf(step);
    const isKnown =
      lists.get(key) ??
      (json !== undefined && areNames(valueAtSteps(json, at.slice(0, -2)), member, name.noun));
    lists.set(key, isKnown);
    return isKnown && !name.isId && name.noun.length > 0
      ? { ...responseValue, name: { ...name, isId: true } }
      : responseValue;
  };
}

/** Whether the items of a list have no id, and each another name. */
function areNames(list: JsonValue | undefined, member: string, noun: readonly string[]): boolean {
  const items = list !== undefined && isArray(list) ? list.filter(isObject) : [];
  const names = new Set(items.map((item) => item[member]));
  const isOwnId = (one: string): boolean => {
    const place = namePlace(one, noun);
    return one !== member && place.isId && place.noun.join(' ') === noun.join(' ');
  };
  return names.size === items.length && !items.some((item) => Object.keys(item).some(isOwnId));
}
