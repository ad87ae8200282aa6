/** Who a user is to the API, as far as tokens, logins and the matrix tell: an identifier, and a login name. */
import { isNumber, type JsonValue } from '../../../json/json';
import { isCredentialName } from '../../../masking/credentialNames';
import { tokenClaims } from '../../../run/decode';

/** A value and the name that it has, as a variable or as a claim of a token. */
type Named = readonly [name: string, value: JsonValue];

/** The identifier of a user among values; undefined where none of them says it. */
export function userIdIn(values: readonly Named[]): JsonValue | undefined {
  return firstNamed(values, ['sub', 'userid', 'uid', 'accountid', 'customerid', 'id']);
}

/** The login name of a user among values; undefined where none of them says it. */
export function loginNameIn(values: readonly Named[]): JsonValue | undefined {
  return firstNamed(values, ['username', 'login', 'email', 'emailaddress', 'preferredusername', 'upn']);
}

/** Claims of tokens first, which the API itself wrote. */
function firstNamed(values: readonly Named[], names: readonly string[]): JsonValue | undefined {
  const claims = values.flatMap(([, value]) =>
    typeof value === 'string' ? Object.entries(tokenClaims(value) ?? {}) : [],
  );
  const known = [...claims, ...values.filter(([name]) => !isCredentialName(name))].filter(
    ([, value]) => isNumber(value) || (typeof value === 'string' && /^[^\s\p{Cc}]+$/u.test(value)),
  );
  return names
    .map((wanted) => known.find(([name]) => name.toLowerCase().replace(/[_-]/g, '') === wanted)?.[1])
    .find((value) => value !== undefined);
}
