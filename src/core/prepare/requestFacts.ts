/**
 * What a request says of itself, `$request.path` and the like: known to its variables, headers and authentication as
 * soon as it is written.
 */
import { textOfBytes } from '../base64';
import type { HttpRequest } from '../model';
import type { Sensitive } from '../permission/sensitive';
import { requestPartFault, requestPartOf } from './functions/signatures';
import type { GivenLookup, ScopeLookup } from './scopedValue';
import { httpUrl, requestTarget } from './url';

/** What is known of a request as it will be sent. */
export interface RequestFacts {
  /** Known once the URL is written. */
  address?: Pick<HttpRequest, 'method' | 'url'> & { readonly sensitive: Sensitive };
  /** Known once the body is written. */
  body?: { readonly bytes: Uint8Array; readonly sensitive: Sensitive };
}

/** Whether a name is what a request says of itself. */
export function isPart(name: string): boolean {
  return requestPartOf(name) !== undefined;
}

/** The part of a request that a name means; bytes for its body. */
export function factOf(name: string, facts: RequestFacts = {}): GivenLookup {
  const part = requestPartOf(name) ?? '';
  const { address, body } = facts;
  const holder = part === 'body' ? body : address;
  const value = part === 'body' ? body?.bytes : address === undefined ? undefined : partOf(address, part);
  if (holder !== undefined && value !== undefined) {
    const { sensitive } = holder;
    return { ok: true, found: { value, source: 'builtIn', sensitive, bound: true } };
  }
  return { ok: false, variable: name, message: requestPartFault(part) ?? `{{${name}}} ${NOT_KNOWN}` };
}

/** A part of the address; absent when there is none of that name. */
function partOf({ method, url }: Pick<HttpRequest, 'method' | 'url'>, part: string): string | undefined {
  const target = requestTarget(url);
  const query = target.indexOf('?');
  switch (part) {
    case 'method':
      return method;
    case 'url':
      return url;
    case 'host':
      return httpUrl(url)?.host ?? '';
    case 'path':
      return query === -1 ? target : target.slice(0, query);
    case 'query':
      return query === -1 ? '' : target.slice(query + 1);
    default:
      return undefined;
  }
}

const NOT_KNOWN =
  "is not known there. Use it in the request's variables, headers and authentication, and what belongs to the body not in the URL: the URL is written first, then the body.";

/** A part of the request in a text: bytes must be UTF-8 then. */
export function asText(name: string, given: GivenLookup): ScopeLookup {
  if (!given.ok) {
    return given;
  }
  const { value } = given.found;
  const text = value instanceof Uint8Array ? textOfBytes(value) : value;
  return text === undefined
    ? {
        ok: false,
        variable: name,
        message: `{{${name}}} is not UTF-8 text. Hash or encode it, for example with $base64.`,
      }
    : { ok: true, found: { ...given.found, value: text } };
}
