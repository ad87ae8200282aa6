/**
 * Authentication of a cURL command. A bearer token is stated as authentication, where it can be kept as a
 * secret and inherited.
 */
import type { WrittenAuth } from '../../../../core/files/writtenChain';
import { has, lastValue, type CurlOption } from './curlOptions';
import type { HeaderField } from './curlHeaders';

/** An authentication, the headers that are left, and the options that cannot be carried over. */
export interface CurlAuth {
  readonly auth?: WrittenAuth;
  readonly fields: readonly HeaderField[];
  readonly leftOut: readonly string[];
}

/** Reads the authentication; `userOfUrl` is `name:password` from the URL. */
export function readAuth(
  options: readonly CurlOption[],
  fields: readonly HeaderField[],
  userOfUrl: string | undefined,
): CurlAuth {
  const user = lastValue(options, 'user') ?? userOfUrl;
  const unknown = ['ntlm', 'negotiate'].find((name) => has(options, name));
  if (user !== undefined && unknown !== undefined) {
    return { fields, leftOut: [`--${unknown} --user ${user}`] };
  }
  if (user !== undefined) {
    const [, username = '', password = ''] = /^([^:]*):?(.*)$/s.exec(user) ?? [];
    return { auth: withUser(options, username, password), fields, leftOut: [] };
  }
  const token = lastValue(options, 'oauth2-bearer');
  if (token !== undefined) {
    return { auth: { type: 'bearer', token }, fields, leftOut: [] };
  }
  const bearer = fields.filter(isBearer);
  return bearer.length === 1
    ? {
        auth: { type: 'bearer', token: bearer[0]?.value.replace(BEARER, '') ?? '' },
        fields: fields.filter((field) => !isBearer(field)),
        leftOut: [],
      }
    : { fields, leftOut: [] };
}

/** curl's manual, `--aws-sigv4`: `provider1:provider2:region:service`. */
function withUser(options: readonly CurlOption[], username: string, password: string): WrittenAuth {
  const signed = lastValue(options, 'aws-sigv4');
  if (signed === undefined) {
    return { type: has(options, 'digest') ? 'digest' : 'basic', username, password };
  }
  const [, , region = '', service = ''] = signed.split(':');
  return { type: 'awsSigV4', accessKeyId: username, secretAccessKey: password, region, service };
}

const BEARER = /^Bearer\s+/i;

function isBearer({ name, value }: HeaderField): boolean {
  return /^authorization$/i.test(name) && BEARER.test(value);
}
