/** The variables of a request: which it refers to, and which it extracts. */
import { isArray, isObject, type JsonObject, type JsonValue, stringifyJson } from '../../../core/json/json';
import { referencedVariables } from '../../../core/prepare/references';
import { memberOf, textOf } from './externalJson';

/** Variables that the strings of a value refer to. */
export function variablesIn(value: JsonValue): readonly string[] {
  const known = typeof value === 'object' && value !== null ? remembered.get(value) : undefined;
  // The marks are the same in JSON text, escapes included, and one text is searched faster than many.
  const found = known ?? referencedVariables(stringifyJson(value));
  if (typeof value === 'object' && value !== null) {
    remembered.set(value, found);
  }
  return found;
}

/** By the value: the chain and the report ask for those of every request. */
const remembered = new WeakMap<object, readonly string[]>();

/** Variables that a request extracts. */
export function extractedVariables(request: JsonObject): readonly string[] {
  const rules = request['extract'];
  return rules === undefined || !isArray(rules)
    ? []
    : rules.flatMap((rule) => (isObject(rule) ? (textOf(memberOf(rule, 'variable')) ?? []) : []));
}
