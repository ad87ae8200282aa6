/**
 * A cURL command as a request of a chain.
 *
 * Read is what the command would send, not what it says about curl itself. Redirects are followed with
 * or without `-L`, as the browsers do that most commands are copied from. What a chain cannot say is
 * listed, so that nothing is lost unnoticed.
 */
import { UserError } from '../../core/errors';
import type { JsonObject } from '../../core/json';
import { encodeAround } from '../../core/url';
import { isMethod } from './chainWords';
import { splitCommand } from './commandWords';
import { joinData, readBody, readFields } from './curlBody';
import { readArguments } from './curlOptions';
import type { CurlOption } from './curlOptions';

/** A request as a chain file states it, and the parts of the command that it lacks, as written. */
export interface CurlRequest {
  readonly request: JsonObject & { readonly id: string };
  readonly leftOut: readonly string[];
}

/** Whether a text begins like a cURL command. */
export function isCurl(text: string): boolean {
  return /^\s*(?:\$\s+)?curl(?:\.exe)?\s/i.test(text);
}

/** Reads a cURL command. Throws UserError when the text is none, or names no URL. */
export function readCurl(text: string): CurlRequest {
  if (!isCurl(text)) {
    throw new UserError('This is no cURL command.', 'Copy one that begins with curl.');
  }
  const { words, rest } = splitCommand(text.replace(/^\s*(?:\$\s+)?/, ''));
  const { options, urls, leftOut } = readArguments(words.slice(1));
  const [first, ...others] = urls;
  if (first === undefined) {
    throw new UserError('This cURL command names no URL.', 'Copy the whole command.');
  }
  const headers = readHeaders(options);
  const asQuery = has(options, 'get');
  const data = joinData(options);
  const { url, user } = withoutUser(asQuery ? addQuery(first, data.text) : first);
  const body = asQuery
    ? { impliesType: false, leftOut: data.leftOut }
    : readBody(options, headerNamed(headers.fields, 'content-type'));
  const { method, leftOut: noMethod } = readMethod(options, 'body' in body);
  const { auth, fields } = authentication(options, headers.fields, user);
  const kept = fields.filter(({ name }) => !(body.impliesType && name.toLowerCase() === 'content-type'));
  const request = {
    id: requestId(method, url),
    method,
    ...splitQuery(url),
    ...(kept.length === 0 ? {} : { headers: kept }),
    ...(auth === undefined ? {} : { auth }),
    ...('body' in body ? { body: body.body } : {}),
    ...timeout(options),
  };
  const tail = rest === '' ? [] : [rest];
  return {
    request,
    leftOut: [...leftOut, ...noMethod, ...headers.leftOut, ...body.leftOut, ...others, ...tail],
  };
}

/** A header as a chain states it. */
interface HeaderField extends JsonObject {
  readonly name: string;
  readonly value: string;
}

function readHeaders(options: readonly CurlOption[]): {
  readonly fields: readonly HeaderField[];
  readonly leftOut: readonly string[];
} {
  const fields: HeaderField[] = [];
  const leftOut: string[] = [];
  for (const { name, value } of options) {
    const field = name === 'header' ? headerField(value) : headerOption(name, value);
    const isRepeated = name === 'json' && headerNamed(fields, 'accept') !== undefined;
    if (field !== undefined && !isRepeated && !WRITTEN_ANYWAY.has(field.name.toLowerCase())) {
      fields.push(field);
    } else if (name === 'header' || (name === 'cookie' && field === undefined)) {
      leftOut.push(`--${name} ${value}`);
    }
  }
  return { fields, leftOut };
}

/** What the engine writes itself, and would have to be changed with every change of the request. */
const WRITTEN_ANYWAY: ReadonlySet<string> = new Set([
  ...['content-length', 'accept-encoding', 'connection', 'transfer-encoding'],
]);

/** curl's manual, `--header`: `Name: value`, `Name;` for an empty one, `Name:` for none, `@file`. */
function headerField(line: string): HeaderField | undefined {
  const [, name, colon, value = ''] = /^([^:;@\s][^:;]*?)\s*([:;])\s*(.*?)\s*$/s.exec(line) ?? [];
  return name === undefined || (colon === ':') === (value === '') ? undefined : { name, value };
}

function headerOption(option: string, value: string): HeaderField | undefined {
  switch (option) {
    case 'user-agent':
      return { name: 'User-Agent', value };
    case 'referer':
      return { name: 'Referer', value: value.replace(/;auto$/, '') };
    case 'cookie':
      // Without an equals sign it is the name of a cookie file.
      return value.includes('=') ? { name: 'Cookie', value } : undefined;
    case 'json':
      return { name: 'Accept', value: 'application/json' };
    default:
      return undefined;
  }
}

function headerNamed(fields: readonly HeaderField[], wanted: string): string | undefined {
  return fields.find(({ name }) => name.toLowerCase() === wanted)?.value;
}

/** A bearer token is stated as authentication, where it can be kept as a secret and inherited. */
function authentication(
  options: readonly CurlOption[],
  fields: readonly HeaderField[],
  userOfUrl: string | undefined,
): { readonly auth?: JsonObject; readonly fields: readonly HeaderField[] } {
  const user = lastValue(options, 'user') ?? userOfUrl;
  if (user !== undefined) {
    const [, username = '', password = ''] = /^([^:]*):?(.*)$/s.exec(user) ?? [];
    const type = has(options, 'digest') ? 'digest' : 'basic';
    return { auth: { type, username, password }, fields };
  }
  const token = lastValue(options, 'oauth2-bearer');
  if (token !== undefined) {
    return { auth: { type: 'bearer', token }, fields };
  }
  const isBearer = ({ name, value }: HeaderField) => /^authorization$/i.test(name) && BEARER.test(value);
  const bearer = fields.filter(isBearer);
  return bearer.length === 1
    ? {
        auth: { type: 'bearer', token: bearer[0]?.value.replace(BEARER, '') ?? '' },
        fields: fields.filter((field) => !isBearer(field)),
      }
    : { fields };
}

const BEARER = /^Bearer\s+/i;

function readMethod(
  options: readonly CurlOption[],
  hasBody: boolean,
): { readonly method: string; readonly leftOut: readonly string[] } {
  const implied = has(options, 'head') ? 'HEAD' : hasBody ? 'POST' : 'GET';
  const written = lastValue(options, 'request');
  return written === undefined || isMethod(written)
    ? { method: written ?? implied, leftOut: [] }
    : { method: implied, leftOut: [`--request ${written}`] };
}

function addQuery(url: string, query: string): string {
  const [, before = '', fragment = ''] = /^([^#]*)(.*)$/s.exec(url) ?? [];
  return query === '' ? url : `${before}${before.includes('?') ? '&' : '?'}${query}${fragment}`;
}

/** The URL with a scheme, as curl completes it, and without the user name that requests may not hold. */
function withoutUser(written: string): { readonly url: string; readonly user?: string } {
  const url = /^[a-z][a-z0-9+.-]*:\/\/|^\{\{/i.test(written) ? written : `http://${written}`;
  const [, scheme = '', user] = /^([a-z][a-z0-9+.-]*:\/\/)([^/?#@]*)@/i.exec(url) ?? [];
  return user === undefined
    ? { url }
    : { url: scheme + url.slice(scheme.length + user.length + 1), user: decodeUser(user) };
}

function decodeUser(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // URIError: a % that begins no escape stands for itself.
    return text;
  }
}

/** The members `url` and `query`: rows, where these send the very same text; a fragment is never sent. */
export function splitQuery(url: string): JsonObject {
  const [, before = '', query] = /^([^?#]*)(?:\?([^#]*))?/s.exec(url) ?? [];
  const fields = query === undefined || query === '' ? undefined : readFields(query);
  const written = fields?.map(({ name, value }) => `${encodeAround(name)}=${encodeAround(value)}`);
  if (fields !== undefined && written?.join('&') === query) {
    return { url: before, query: fields };
  }
  return { url: query === undefined ? before : `${before}?${query}` };
}

function timeout(options: readonly CurlOption[]): JsonObject {
  const seconds = Number(lastValue(options, 'max-time'));
  const timeoutMs = Math.min(Math.ceil(seconds * 1000), MAX_TIMEOUT_MS);
  return timeoutMs > 0 ? { timeoutMs } : {};
}

/** The schema's limit, a day. */
const MAX_TIMEOUT_MS = 86_400_000;

/** `post-orders`: the method and the last segment of the path that is a word. */
function requestId(method: string, url: string): string {
  const path = url.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '').replace(/[?#].*$/s, '');
  const word = path.split('/').findLast((segment) => /^[A-Za-z][A-Za-z_.-]*$/.test(segment));
  const words = `${method} ${word ?? 'request'}`.toLowerCase().match(/[a-z0-9]+/g) ?? ['request'];
  return words.join('-').slice(0, 100);
}

function has(options: readonly CurlOption[], wanted: string): boolean {
  return options.some(({ name }) => name === wanted);
}

function lastValue(options: readonly CurlOption[], wanted: string): string | undefined {
  return options.findLast(({ name }) => name === wanted)?.value;
}
