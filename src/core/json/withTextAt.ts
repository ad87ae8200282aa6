/** A change of one text in a value, which itself stays as it is. */
import { isArray, isObject } from './json';
import type { JsonValue } from './json';
import type { JsonPath } from './jsonDocument';

/** The value with another text at a path that leads somewhere. */
export function withTextAt(value: JsonValue, [step, ...rest]: JsonPath, text: string): JsonValue {
  if (isArray(value) && typeof step === 'number') {
    return value.map((item, index) => (index === step ? withTextAt(item, rest, text) : item));
  }
  return isObject(value) && typeof step === 'string'
    ? Object.fromEntries(
        Object.entries(value).map(([name, member]) => [
          name,
          name === step ? withTextAt(member, rest, text) : member,
        ]),
      )
    : text;
}
