/**
 * Recordings: HAR 1.2 and its relatives. Calls that only show a page are set aside by rules which the report
 * counts; the others become requests as a person would write them.
 */
import { UserError } from '../../../../core/errors';
import { isArray } from '../../../../core/json/json';
import { itemsOf, memberAt, memberOf, objectOf, textOf, type Foreign } from '../../shape/externalJson';
import type { ImportedCollection, ImportedRequest, ImportSource } from '../../shape/imported';
import { createLeftHeaders, pagesOfForms, sortHeaders } from './callHeaders';
import { requestOf, titleOf } from './callRequest';
import { inOrderOfTime } from './callOrder';
import { isCall } from '../detectFormat';
import { createEarlierReads } from './earlierReads';
import { readCall } from './recordedCall';
import { recordedExchangeOf } from './recordedExchange';
import { setAsideRules } from './setAside';

/** Reads a recording. `keep` names rules that are not applied. Throws UserError when it is not sound. */
export function readHar({ name, json }: ImportSource, keep: ReadonlySet<string>): ImportedCollection {
  const { calls, late } = inOrderOfTime(callsOf(json));
  const rules = setAsideRules.filter((rule) => !keep.has(rule.name));
  const earlier = createEarlierReads();
  const left = createLeftHeaders();
  const read = calls.map(({ item }) => ({ item, call: readCall(item) }));
  const formPages = pagesOfForms(read.map(({ call }) => call));
  const requests = read.map(({ item, call }): ImportedRequest => {
    const title = titleOf(call);
    const rule = rules.find(({ applies }) => applies(call, earlier));
    earlier.add(call);
    if (rule !== undefined) {
      return { kind: 'left-out', name: title, folders: [], reason: rule.reason, rule: rule.name };
    }
    const sorted = sortHeaders(call, formPages);
    const request = requestOf(call, title, sorted.kept);
    if (request.kind === 'kept') {
      left.add(sorted);
    }
    const recorded = recordedExchangeOf(call, item);
    return request.kind === 'left-out' || recorded === undefined ? request : { ...request, recorded };
  });
  return {
    format: formatOf(json),
    name:
      textOf(memberOf(itemsOf(memberAt(json, 'log', 'pages'))[0], 'title'))?.trim() ||
      name.replace(/\.[^.]*$/, ''),
    variables: [],
    requests,
    environments: [],
    remarks: [...orderRemarks(late), ...left.remarks()],
    renamed: [],
    typedVariables: [],
  };
}

function orderRemarks(late: number): readonly string[] {
  const order =
    late === 1
      ? 'The recording is not in order of time: 1 call comes after one that started later.'
      : `The recording is not in order of time: ${late} calls come after one that started later.`;
  return late === 0 ? [] : [`${order} Its requests are in the order of their start.`];
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
