/**
 * What kind of answer a response is, so that those of a recording and of a run can be compared although every value in
 * them differs: JSON with these members, an empty list, or no JSON.
 */
import { isArray, isObject, jsonType, type JsonValue } from '../../json/json';

/** Names that are ids, as in an object by id: they say nothing about the kind. */
const ID = /^(?=.*\d)[\w-]{8,}$|^\d+(?:\.\d+)*$/;
/** Members inside of members that are compared. */
const MAX_DEPTH = 6;

/**
 * How the kind of a response differs from the recorded one, as a part of a sentence; absent when it does not.
 *
 * Members that only the run has are no difference, and neither are a null or other items in a list.
 */
export function kindDifference(
  recorded: JsonValue | undefined,
  now: JsonValue | undefined,
): string | undefined {
  if (recorded === undefined || now === undefined) {
    return recorded === now ? undefined : now === undefined ? 'no JSON any more' : undefined;
  }
  return valueDifference(recorded, now, []);
}

function valueDifference(
  recorded: JsonValue,
  now: JsonValue | undefined,
  path: readonly string[],
): string | undefined {
  const place = path.length === 0 ? 'the response' : path.join('.');
  if (now === undefined) {
    return `${place} is missing`;
  }
  if (recorded === null || path.length > MAX_DEPTH) {
    return undefined;
  }
  if (isArray(recorded) && isArray(now)) {
    return recorded.length > 0 && now.length === 0 ? `${place} is an empty list` : undefined;
  }
  if (isObject(recorded) && isObject(now)) {
    return Object.entries(recorded)
      .filter(([name]) => !ID.test(name))
      .map(([name, value]) => valueDifference(value, memberOf(now, name), [...path, name]))
      .find((difference) => difference !== undefined);
  }
  return kindOf(recorded) === kindOf(now) ? undefined : `${place} is ${withArticle(jsonType(now))}`;
}

function memberOf(object: Readonly<Record<string, JsonValue>>, name: string): JsonValue | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

function kindOf(value: JsonValue): string {
  const type = jsonType(value);
  return type === 'integer' ? 'number' : type;
}

function withArticle(type: string): string {
  return type === 'null' ? type : `${/^[aeiou]/.test(type) ? 'an' : 'a'} ${type}`;
}

/**
 * A member outside of lists that the recording answered with something sent, and the run answers with something else
 * although the same was sent: another record was read or changed.
 *
 * @param sent texts that the chain states
 */
export function contentDifference(
  recorded: JsonValue,
  now: JsonValue | undefined,
  sent: ReadonlySet<string>,
  path: readonly string[] = [],
): string | undefined {
  if (typeof recorded === 'string') {
    const differs = sent.has(recorded) && typeof now === 'string' && now !== recorded;
    return differs ? `${path.join('.')} is not what was sent` : undefined;
  }
  if (!isObject(recorded) || now === undefined || !isObject(now) || path.length > MAX_DEPTH) {
    return undefined;
  }
  return Object.entries(recorded)
    .map(([name, value]) => contentDifference(value, memberOf(now, name), sent, [...path, name]))
    .find((difference) => difference !== undefined);
}
