/** Places in a request, and in the one that the importer would write. */
import { isArray, isObject, type JsonValue } from '../../core/json/json';
import type { JsonPath } from '../../core/json/jsonDocument';
import { isCredentialName } from '../../core/masking/credentialNames';
import { memberPath } from '../../core/language/memberPath';
import { memberOf } from '../importers/shape/externalJson';

/** What is at a path; an example stands for every item of a list by its first one. */
export function valueAt(value: JsonValue | undefined, path: JsonPath): JsonValue | undefined {
  return path.reduce<JsonValue | undefined>((at, step) => {
    if (at !== undefined && isArray(at)) {
      return typeof step === 'number' ? (at[step] ?? at[0]) : undefined;
    }
    return memberOf(at, String(step));
  }, value);
}

/** A place in a body as people are told it; the path is that in the request. */
export function inBody(path: JsonPath): string {
  return `${memberPath(path.slice(2))} of the body`;
}

/** Examples of credentials are not written into chains. */
export function holdsCredential(value: JsonValue): boolean {
  if (isArray(value)) {
    return value.some(holdsCredential);
  }
  return (
    isObject(value) &&
    Object.entries(value).some(([name, member]) => isCredentialName(name) || holdsCredential(member))
  );
}
