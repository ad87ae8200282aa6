/** The values that an answer shows of a property. */
import { type JsonValue, isArray, isObject } from '../../json/json';
import { selectPath } from '../../json/jsonPath';
import { lastName } from '../../json/lastName';
import type { RecordedResponse } from '../../result/result';
import { jsonBody } from './responseBody';

/**
 * The values of a property in a view. What the path means in a request may lie deeper in an answer
 * (`{"data": {"role": …}}`): where the path leads nowhere, every member of its name counts.
 */
export function valuesAt(response: RecordedResponse, path: string): readonly JsonValue[] {
  const view = jsonBody(response);
  if (view === undefined) {
    return [];
  }
  const selection = selectPath(path, view);
  const name = lastName(path);
  const deeper = (): readonly JsonValue[] => (name === undefined ? [] : membersNamed(view, name));
  return selection.ok && selection.values.length > 0 ? selection.values : deeper();
}

/** The values of all members of a name, at any depth. */
export function membersNamed(value: JsonValue, name: string): readonly JsonValue[] {
  if (isArray(value)) {
    return value.flatMap((item) => membersNamed(item, name));
  }
  return isObject(value)
    ? Object.entries(value).flatMap(([key, member]: [string, JsonValue]) =>
        key === name ? [member] : membersNamed(member, name),
      )
    : [];
}
