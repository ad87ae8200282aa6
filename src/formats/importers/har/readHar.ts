/**
 * Recordings: HAR 1.2 and its relatives. Calls that only show a page are set aside by rules which the report
 * counts; the others become requests as a person would write them.
 */
import { UserError } from '../../../core/errors';
import { isArray } from '../../../core/json';
import type { JsonObject } from '../../../core/json';
import { escapeReferences } from '../../../core/template';
import { isMethod } from '../chainWords';
import { splitQuery } from '../curl';
import { itemsOf, memberAt, memberOf, objectOf, textOf } from '../foreignJson';
import type { Foreign } from '../foreignJson';
import type { ImportedCollection, ImportedRequest, ImportSource } from '../imported';
import { readCallAuth } from './callAuth';
import { readCallBody } from './callBody';
import { sortHeaders } from './callHeaders';
import { isCall } from './detectHar';
import { headerOf, readCall } from './recordedCall';
import type { RecordedCall } from './recordedCall';
import { fingerprintOf, setAsideRules } from './setAside';

/** Reads a recording. `keep` names rules that are not applied. Throws UserError when it is not sound. */
export function readHar({ name, json }: ImportSource, keep: ReadonlySet<string>): ImportedCollection {
  const calls = callsOf(json).map(readCall);
  const rules = setAsideRules.filter((rule) => !keep.has(rule.name));
  const earlier = new Set<string>();
  const counts = new Map<string, number>();
  const clientHeaders = new Set<string>();
  const requests = calls.map((call): ImportedRequest => {
    const title = titleOf(call);
    const rule = rules.find(({ applies }) => applies(call, earlier));
    earlier.add(fingerprintOf(call));
    if (rule !== undefined) {
      counts.set(rule.name, (counts.get(rule.name) ?? 0) + 1);
      const reason = `Set aside as ${rule.noun}; --keep ${rule.name} imports it.`;
      return { kind: 'left-out', name: title, folders: [], reason };
    }
    return requestOf(call, title, (header) => clientHeaders.add(header));
  });
  const hasCookies = calls.some(({ headers }) => sortHeaders(headers).hasCookies);
  return {
    format: formatOf(json),
    name:
      textOf(memberOf(itemsOf(memberAt(json, 'log', 'pages'))[0], 'title'))?.trim() ||
      name.replace(/\.[^.]*$/, ''),
    variables: [],
    requests,
    environments: [],
    remarks: [
      ...[...counts].map(([rule, count]) => `${count} set aside as ${rule}; --keep ${rule} imports them.`),
      ...(clientHeaders.size === 0
        ? []
        : [`Headers that every client writes are left to it: ${[...clientHeaders].sort().join(', ')}.`]),
      ...(hasCookies ? ['Cookies are left to the cookie jar, which has those that responses set.'] : []),
      ...(calls.some(({ status }) => status !== undefined)
        ? ['Recorded responses are not carried over.']
        : []),
    ],
    renamed: [],
    typedVariables: [],
  };
}

function callsOf(json: Foreign): readonly Foreign[] {
  if (json !== undefined && isArray(json)) {
    return json.filter((item) => isCall(item) || objectOf(memberOf(item, 'request')) !== undefined);
  }
  if (isCall(json)) {
    return [json];
  }
  const entries = memberAt(json, 'log', 'entries');
  if (!Array.isArray(entries)) {
    throw new UserError('This HAR file has no list of entries.', 'Record it again, or export it as HAR 1.2.');
  }
  return itemsOf(entries);
}

function formatOf(json: Foreign): string {
  const version = textOf(memberAt(json, 'log', 'version'));
  return memberOf(json, 'log') === undefined ? 'recorded calls' : `HAR ${version ?? '1.2'} recording`;
}

function requestOf(
  call: RecordedCall,
  name: string,
  onClientHeader: (header: string) => void,
): ImportedRequest {
  const { method, url, query } = call;
  const place = { name, folders: [] };
  if (!/^https?:\/\//i.test(url)) {
    const reason = url === '' ? 'It has no URL.' : 'Its address is not one of HTTP.';
    return { kind: 'left-out', ...place, reason };
  }
  if (!isMethod(method)) {
    return {
      kind: 'left-out',
      ...place,
      reason: `A chain cannot have the method ${JSON.stringify(method)}.`,
    };
  }
  const remarks: string[] = [];
  const { kept, byClient } = sortHeaders(call.headers);
  byClient.forEach(onClientHeader);
  const contentType = headerOf(kept, 'content-type');
  const { body, saysType } = readCallBody(call.postData, contentType, (sentence) => remarks.push(sentence));
  const { auth, headers } = readCallAuth(kept);
  const rows = headers
    .filter((header) => !(saysType && header.name.toLowerCase() === 'content-type'))
    .map((header): JsonObject => ({
      name: escapeReferences(header.name),
      value: escapeReferences(header.value),
    }));
  if (call.status === undefined) {
    remarks.push('The recording has no response to it.');
  }
  return {
    kind: 'kept',
    ...place,
    request: {
      method,
      ...splitQuery(escapeReferences(url)),
      ...(query.length === 0
        ? {}
        : {
            query: query.map((row) => ({
              name: escapeReferences(row.name),
              value: escapeReferences(row.value),
            })),
          }),
      ...(rows.length === 0 ? {} : { headers: rows }),
      ...(auth === undefined ? {} : { auth }),
      ...(body === undefined ? {} : { body }),
    },
    remarks,
  };
}

/** `GET /api/orders`. */
function titleOf({ method, url }: RecordedCall): string {
  const path = url.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '').replace(/[?#].*$/s, '');
  return `${method} ${path === '' ? '/' : path}`;
}
