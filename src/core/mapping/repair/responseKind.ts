/**
 * What kind of answer a response is, so that those of a recording and of a run can be compared although every value in
 * them differs: JSON with these members, an empty list, or no JSON.
 */
import { isArray, isObject, jsonType, type JsonValue } from '../../json/json';
import type { Said, Say } from '../../say';

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
): Said | undefined {
  if (recorded === undefined || now === undefined) {
    return recorded === now ? undefined : now === undefined ? (say) => say('no JSON any more') : undefined;
  }
  return valueDifference(recorded, now, []);
}

function valueDifference(
  recorded: JsonValue,
  now: JsonValue | undefined,
  path: readonly string[],
): Said | undefined {
  const place: Said = (say) => (path.length === 0 ? say('the response') : path.join('.'));
  if (now === undefined) {
    return (say) => say('{0} is missing', place(say));
  }
  if (recorded === null || path.length > MAX_DEPTH) {
    return undefined;
  }
  if (isArray(recorded) && isArray(now)) {
    return recorded.length > 0 && now.length === 0
      ? (say) => say('{0} is an empty list', place(say))
      : undefined;
  }
  if (isObject(recorded) && isObject(now)) {
    return Object.entries(recorded)
      .filter(([name]) => !ID.test(name))
      .map(([name, value]) => valueDifference(value, memberOf(now, name), [...path, name]))
      .find((difference) => difference !== undefined);
  }
  const type = jsonType(now);
  return kindOf(recorded) === kindOf(now)
    ? undefined
    : (say) => say('{0} is {1}', place(say), typeWords(type, say));
}

function memberOf(object: Readonly<Record<string, JsonValue>>, name: string): JsonValue | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

function kindOf(value: JsonValue): string {
  const type = jsonType(value);
  return type === 'integer' ? 'number' : type;
}

function typeWords(type: ReturnType<typeof jsonType>, say: Say): string {
  switch (type) {
    case 'string':
      return say('a string');
    case 'number':
      return say('a number');
    case 'integer':
      return say('an integer');
    case 'boolean':
      return say('a boolean');
    case 'array':
      return say('an array');
    case 'object':
      return say('an object');
    case 'null':
      return type;
  }
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
): Said | undefined {
  if (typeof recorded === 'string') {
    const differs = sent.has(recorded) && typeof now === 'string' && now !== recorded;
    return differs ? (say) => say('{0} is not what was sent', path.join('.')) : undefined;
  }
  if (!isObject(recorded) || now === undefined || !isObject(now) || path.length > MAX_DEPTH) {
    return undefined;
  }
  return Object.entries(recorded)
    .map(([name, value]) => contentDifference(value, memberOf(now, name), sent, [...path, name]))
    .find((difference) => difference !== undefined);
}
