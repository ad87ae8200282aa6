/** The secrets that a file refers to, read off its value: a text would have to be searched with its escapes. */
import { isArray, isObject, type JsonValue } from '../../../core/json/json';
import { secretNamesIn } from '../../../core/permission/secretNames';

/** Names in the `{{$secret NAME}}` of all strings and member names of a value, each once, in order. */
export function secretReferences(value: JsonValue): readonly string[] {
  const names = new Set<string>();
  const visit = (inner: JsonValue): void => {
    if (typeof inner === 'string') {
      secretNamesIn(inner).forEach((name) => names.add(name));
    } else if (isArray(inner)) {
      inner.forEach(visit);
    } else if (isObject(inner)) {
      for (const [name, member] of Object.entries(inner)) {
        visit(name);
        visit(member);
      }
    }
  };
  visit(value);
  return [...names];
}
