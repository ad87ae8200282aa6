/**
 * A recorded call as a request of a chain, or why it cannot be one. Whatever looks like a reference in it is text.
 * Credentials become authentication, where a chain can keep them as secrets and inherit them.
 */
import { defined } from '../../../../core/defined';
import type { WrittenAuth, WrittenField } from '../../../../core/files/writtenChain';
import { EVENT_STREAM } from '../../../../core/eventStream';
import { escapeReferences } from '../../../../core/prepare/template';
import { requestFault } from '../../shape/chainNames';
import type { ImportedRequest } from '../../shape/imported';
import { splitQuery } from '../../shape/urlTexts';
import { readCallBody } from './callBody';
import { type CallHeader, type RecordedCall, headerOf, isRedirect } from './recordedCall';

/** Makes a request of a call, with those of its headers that are kept. */
export function requestOf(call: RecordedCall, name: string, kept: readonly CallHeader[]): ImportedRequest {
  const place = { name, folders: [] };
  const reason = refusal(call);
  if (reason !== undefined) {
    return { kind: 'left-out', ...place, reason };
  }
  const remarks: string[] = [];
  const { method, url, query } = call;
  const contentType = headerOf(kept, 'content-type');
  const { body, saysType } = readCallBody(call.postData, contentType, (sentence) => remarks.push(sentence));
  const { auth, headers } = readCallAuth(kept);
  const rows = headers.filter((header) => !(saysType && header.name.toLowerCase() === 'content-type'));
  if (call.status === undefined) {
    remarks.push('The recording has no response to it.');
  }
  const isStream = call.responseType === EVENT_STREAM && !isRefusal(call.status);
  if (isStream) {
    remarks.push('Its event stream is read up to a limit: say in "stream" until which event.');
  }
  return {
    kind: 'kept',
    ...place,
    request: {
      method,
      ...splitQuery(escapeReferences(url)),
      ...(query.length === 0 ? {} : { query: query.map(fieldOf) }),
      ...(rows.length === 0 ? {} : { headers: rows.map(fieldOf) }),
      ...defined({ auth, body }),
      // A recording has the call to which a redirect led as a call of its own.
      ...(isRedirect(call) ? { redirects: 'manual' as const } : {}),
      // What was refused is refused again: it may have been sent to find out, or to be told what to send.
      ...(isStream ? { stream: {} } : {}),
      ...(isRefusal(call.status) ? { expect: { status: call.status } } : {}),
    },
    remarks,
  };
}

/** `GET /api/orders`. */
export function titleOf({ method, url }: RecordedCall): string {
  const path = url.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '').replace(/[?#].*$/s, '');
  return `${method} ${path === '' ? '/' : path}`;
}

/** Why no chain can have a call; absent when one can. */
function refusal({ method, url }: RecordedCall): string | undefined {
  const isHttp = url === '' || /^https?:\/\//i.test(url);
  return isHttp ? requestFault(url, method) : 'Its address is not one of HTTP.';
}

/** RFC 9110 §15.5: answers that say what is wrong with the request, and not that it came at a wrong time. */
function isRefusal(status: number | undefined): status is number {
  return status !== undefined && status >= 400 && status < 500 && !UNTIMELY.has(status);
}

/** Request Timeout, Too Early (RFC 8470), Too Many Requests (RFC 6585). */
const UNTIMELY: ReadonlySet<number> = new Set([408, 425, 429]);

function fieldOf({ name, value }: CallHeader): WrittenField {
  return { name: escapeReferences(name), value: escapeReferences(value) };
}

/** An authentication, and the headers that are left. */
interface CallAuth {
  readonly auth?: WrittenAuth;
  readonly headers: readonly CallHeader[];
}

/** Takes a bearer token out of the headers; other schemes stay a header. */
function readCallAuth(headers: readonly CallHeader[]): CallAuth {
  const [, token] = /^Bearer +(\S+)$/i.exec(headerOf(headers, 'authorization') ?? '') ?? [];
  return token === undefined
    ? { headers }
    : {
        auth: { type: 'bearer', token: escapeReferences(token) },
        headers: headers.filter(({ name }) => name.toLowerCase() !== 'authorization'),
      };
}
