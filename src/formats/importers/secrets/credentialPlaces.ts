/** What of a request is a credential by its place, whatever it holds. */
import { isArray, isObject, type JsonValue } from '../../../core/json/json';
import { isCredentialHeader } from '../../../core/masking/credentialNames';
import { memberOf, textOf } from '../shape/externalJson';

/** Members with the names of credentials, and rows that have such a name. */
export function credentialsIn(value: JsonValue): readonly JsonValue[] {
  if (isArray(value)) {
    return value.flatMap(credentialsIn);
  }
  if (!isObject(value)) {
    return [];
  }
  const row = textOf(memberOf(value, 'name'));
  return row !== undefined && isCredentialHeader(row)
    ? [value]
    : Object.entries(value).flatMap(([name, member]) =>
        isCredentialHeader(name) ? [member] : credentialsIn(member),
      );
}
