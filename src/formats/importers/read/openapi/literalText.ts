/** Texts of a specification in a chain: none of them is a template, so that braces in them stay what they are. */
import { isArray, isObject, type JsonValue } from '../../../../core/json/json';
import { escapeReferences } from '../../../../core/prepare/template';

/** A value in which no text is taken for a reference. */
export function literalJson(value: JsonValue): JsonValue {
  if (typeof value === 'string') {
    return escapeReferences(value);
  }
  if (isArray(value)) {
    return value.map(literalJson);
  }
  return isObject(value)
    ? Object.fromEntries(
        Object.entries(value).map(([name, member]) => [escapeReferences(name), literalJson(member)]),
      )
    : value;
}
