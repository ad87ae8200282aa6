/**
 * References that are a whole value of JSON: in a chain they keep their type; in formats that only have
 * strings, a number is written without quotes.
 */
import { isMadeAnew } from '../../core/prepare/builtIns';
import type { JsonValue } from '../../core/json/json';
import { wholeReference, type Reference } from '../../core/prepare/template';
import type { ExportedChain } from './exportedChain';
import type { Remark } from './exportLog';

/** Whether a reference is written without quotes in JSON, as far as that is known before it has a value. */
export function isBare(
  { name }: Reference,
  { constants, extracted }: ExportedChain,
  remark: Remark,
): boolean {
  if (isMadeAnew(name)) {
    return UNQUOTED.has(name);
  }
  if (extracted.has(name)) {
    remark(`{{${name}}} is a string in its JSON. Where it is a number, remove the quotes.`);
    return false;
  }
  return isNoText(constants.get(name), constants);
}

/** Built-ins of Postman whose values are no texts. */
const UNQUOTED: ReadonlySet<string> = new Set([
  '$timestamp',
  '$randomInt',
  '$randomBoolean',
  '$randomLatitude',
  '$randomLongitude',
  '$randomPrice',
]);

/** Whether a constant is a number, a list or the like, be it by way of another one. */
function isNoText(
  value: JsonValue | undefined,
  constants: ReadonlyMap<string, JsonValue>,
  seen: ReadonlySet<string> = new Set(),
): boolean {
  if (typeof value !== 'string') {
    return value !== undefined;
  }
  const { name = '' } = wholeReference(value) ?? {};
  return !seen.has(name) && isNoText(constants.get(name), constants, new Set([...seen, name]));
}
