/**
 * The headers and the authentication that the options of a cURL command make. A bearer token is stated as
 * authentication, where it can be kept as a secret and inherited.
 */
import type { WrittenAuth, WrittenHeader } from '../../../../core/files/writtenChain';
import { isReservedName } from '../../shape/chainNames';
import { has, lastValue, type CurlOption } from './curlOptions';

/** A header as a chain states it. */
type HeaderField = WrittenHeader;

/** The headers of a command in order, and the options that no header of a chain can say. */
export function readHeaders(options: readonly CurlOption[]): {
  readonly fields: readonly HeaderField[];
  readonly leftOut: readonly string[];
} {
  const fields: HeaderField[] = [];
  const leftOut: string[] = [];
  const cookies = options.flatMap(({ name, value }) => (name === 'cookie' && isCookie(value) ? [value] : []));
  for (const { name, value } of options) {
    const field = name === 'header' ? headerField(value) : headerOption(name, value, cookies);
    const isRepeated =
      OF_OPTIONS.has(name) && field !== undefined && headerNamed(fields, field.name) !== undefined;
    if (field !== undefined && !isRepeated && !WRITTEN_ANYWAY.has(field.name.toLowerCase())) {
      fields.push(field);
    } else if (name === 'header' || (name === 'cookie' && field === undefined)) {
      leftOut.push(`--${name} ${value}`);
    }
  }
  return { fields, leftOut };
}

/** The value of the first header with a name in lower case. */
export function headerNamed(fields: readonly HeaderField[], wanted: string): string | undefined {
  return fields.find(({ name }) => name.toLowerCase() === wanted.toLowerCase())?.value;
}

/** Options that curl turns into one header, however often they are given. */
const OF_OPTIONS: ReadonlySet<string> = new Set(['json', 'cookie']);

/** What the engine writes itself, and would have to be changed with every change of the request. */
const WRITTEN_ANYWAY: ReadonlySet<string> = new Set([
  ...['content-length', 'accept-encoding', 'connection', 'transfer-encoding'],
]);

/** curl's manual, `--header`: `Name: value`, `Name;` for an empty one, `Name:` for none, `@file`. */
function headerField(line: string): HeaderField | undefined {
  const [, name, colon, value = ''] = /^([^:;@\s][^:;]*?)\s*([:;])\s*(.*?)\s*$/s.exec(line) ?? [];
  const isKept = name !== undefined && (colon === ':') !== (value === '') && !isReservedName(name);
  return isKept ? { name, value } : undefined;
}

function headerOption(option: string, value: string, cookies: readonly string[]): HeaderField | undefined {
  switch (option) {
    case 'user-agent':
      return { name: 'User-Agent', value };
    case 'referer':
      return { name: 'Referer', value: value.replace(/;auto$/, '') };
    case 'cookie':
      return isCookie(value) ? { name: 'Cookie', value: cookies.join('; ') } : undefined;
    case 'json':
      return { name: 'Accept', value: 'application/json' };
    case 'range':
      return { name: 'Range', value: `bytes=${value}${value.includes('-') ? '' : '-'}` };
    default:
      return undefined;
  }
}

/** Without an equals sign it is the name of a cookie file. */
function isCookie(value: string): boolean {
  return value.includes('=');
}

/** An authentication, the headers that are left, and the options that cannot be carried over. */
interface CurlAuth {
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
