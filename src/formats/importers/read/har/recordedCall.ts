/**
 * A call of a recording, whatever recorder wrote it: HAR 1.2 entries, a bare HAR request, or flat objects
 * with `requestHeaders` and `requestBody`.
 */
import { defined } from '../../../../core/defined';
import { isArray, isObject, stringifyJson } from '../../../../core/json/json';
import {
  isTrue,
  itemsOf,
  memberAt,
  memberOf,
  objectOf,
  scalarText,
  textOf,
  type Foreign,
} from '../../shape/externalJson';

/** A request as it was sent, and what tells its kind. */
export interface RecordedCall {
  readonly method: string;
  readonly url: string;
  /** As sent, without the pseudo headers of HTTP/2. */
  readonly headers: readonly CallHeader[];
  /** Query rows of a request whose address has none. */
  readonly query: readonly CallHeader[];
  /** HAR's `postData`. */
  readonly postData?: Foreign;
  /** Absent when there was no response. */
  readonly status?: number;
  /** Media type of the response, lower case, without parameters; may be empty. */
  readonly responseType: string;
  /** As received, without the pseudo headers of HTTP/2. */
  readonly responseHeaders: readonly CallHeader[];
  /** Body of the response as the recording holds it, which may be base64; empty where it does not. */
  readonly responseText: string;
  /** The response had a body, whether the recording holds it or not. */
  readonly hasBody: boolean;
  /** What the browser fetched it as: `image`, `xhr`; empty where the recorder does not say. */
  readonly resourceType: string;
}

/** A header or query row. */
export interface CallHeader {
  readonly name: string;
  readonly value: string;
}

/** Reads a call. */
export function readCall(item: Foreign): RecordedCall {
  const request = objectOf(memberOf(item, 'request')) ?? item;
  const url = (textOf(memberOf(request, 'url')) ?? '').trim();
  const body = memberOf(request, 'postData') ?? flatBody(item);
  const status = statusOf(item);
  const responseHeaders = responseHeadersOf(item);
  const responseText = responseTextOf(item);
  return {
    method: (textOf(memberOf(request, 'method')) ?? 'GET').trim() || 'GET',
    url,
    headers: linesOf(memberOf(request, 'headers') ?? memberOf(item, 'requestHeaders')),
    query: url.includes('?') ? [] : rowsOf(memberOf(request, 'queryString')),
    ...(body === undefined || body === null ? {} : { postData: body }),
    ...defined({ status }),
    responseType: mediaType(responseTypeOf(item, responseHeaders)),
    responseHeaders,
    responseText,
    hasBody: responseText !== '' || Number(scalarText(memberAt(item, 'response', 'content', 'size'))) > 0,
    resourceType: firstText(item, ['_resourceType', 'resourceType', 'type']).toLowerCase(),
  };
}

function statusOf(item: Foreign): number | undefined {
  const written =
    memberAt(item, 'response', 'status') ?? memberOf(item, 'status') ?? memberOf(item, 'statusCode');
  const status = Number(scalarText(written));
  return Number.isInteger(status) && status > 0 ? status : undefined;
}

function responseHeadersOf(item: Foreign): readonly CallHeader[] {
  return linesOf(memberAt(item, 'response', 'headers') ?? memberOf(item, 'responseHeaders'));
}

function responseTypeOf(item: Foreign, headers: readonly CallHeader[]): string {
  return textOf(memberAt(item, 'response', 'content', 'mimeType')) ?? headerOf(headers, 'content-type') ?? '';
}

/** HAR's `content`, or the body of a flat call. */
function responseTextOf(item: Foreign): string {
  const text = textOf(memberAt(item, 'response', 'content', 'text'));
  if (text !== undefined) {
    return text;
  }
  const body = memberOf(item, 'responseBody');
  const isStructure = body !== undefined && (isObject(body) || isArray(body));
  return isStructure ? stringifyJson(body) : (scalarText(body) ?? '');
}

function linesOf(headers: Foreign): readonly CallHeader[] {
  return rowsOf(headers).filter(({ name }) => !name.startsWith(':'));
}

/** The first of some members that is there, when it is a text. */
function firstText(item: Foreign, names: readonly string[]): string {
  const value = names.map((name) => memberOf(item, name)).find((member) => (member ?? null) !== null);
  return textOf(value) ?? '';
}

/** The value of a header, by its name in lower case. */
export function headerOf(headers: readonly CallHeader[], wanted: string): string | undefined {
  return headers.find(({ name }) => name.toLowerCase() === wanted)?.value;
}

/** RFC 9110 §15.4: answers that name another address to go to. */
export function isRedirect({ status }: RecordedCall): boolean {
  return status !== undefined && [301, 302, 303, 307, 308].includes(status);
}

/** A media type without its parameters, lower case. */
export function mediaType(written: string): string {
  return (written.split(';')[0] ?? '').trim().toLowerCase();
}

/** Rows of names and values, or an object of them. */
function rowsOf(value: Foreign): readonly CallHeader[] {
  if (value !== undefined && isObject(value)) {
    return Object.entries(value).flatMap(([name, member]) =>
      (isArray(member) ? member : [member]).map((one) => ({ name, value: scalarText(one) ?? '' })),
    );
  }
  return itemsOf(value).flatMap((row) => {
    const name = scalarText(memberOf(row, 'name') ?? memberOf(row, 'key')) ?? '';
    return name === '' || isTrue(row, 'disabled')
      ? []
      : [{ name, value: scalarText(memberOf(row, 'value')) ?? '' }];
  });
}

/** The body of a flat call, in the form of `postData`. */
function flatBody(item: Foreign): Foreign {
  const body = memberOf(item, 'requestBody') ?? memberOf(item, 'postBody') ?? memberOf(item, 'body');
  if (body === undefined || body === null || body === '') {
    return undefined;
  }
  const isJson = typeof body !== 'string';
  return { ...(isJson ? { mimeType: 'application/json' } : {}), text: isJson ? stringifyJson(body) : body };
}
