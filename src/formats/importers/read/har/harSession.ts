/**
 * A recording as Auto Mapping reads it: the calls that an import keeps, with their answers, each with its
 * number in the recording, in the order of their start. Calls that were made twice stay: the second answer may hold what is used next.
 */
import { defined } from '../../../../core/defined';
import { UserError } from '../../../../core/errors';
import { parseJson, type JsonValue } from '../../../../core/json/json';
import { JsonSyntaxError, JsonTooDeepError } from '../../../../core/json/jsonSyntax';
import type {
  RecordedAnswer,
  RecordedRequestBody,
  RecordedStep,
} from '../../../../core/mapping/read/recordedSession';
import { itemsOf, memberAt, memberOf, scalarText, textOf, type Foreign } from '../../shape/externalJson';
import { cacheConditions } from './cacheConditions';
import { inOrderOfTime } from './callOrder';
import { createEarlierReads } from './earlierReads';
import { mediaType, readCall, type CallHeader, type RecordedCall } from './recordedCall';
import { setAsideRules } from './setAside';

const RULES = setAsideRules.filter(({ name }) => name !== 'duplicates');
const NOTHING_EARLIER = createEarlierReads();

/** Reads HAR 1.2. Throws UserError when it has no list of entries. */
export function readHarSession(json: JsonValue): readonly RecordedStep[] {
  const entries = memberAt(json, 'log', 'entries');
  if (!Array.isArray(entries)) {
    throw new UserError(
      'This file is not a HAR recording.',
      'Record the calls again, or export them as HAR 1.2.',
    );
  }
  return inOrderOfTime(itemsOf(entries)).calls.flatMap(({ item, entry }) => {
    const call = readCall(item);
    const isLeftOut =
      !/^https?:\/\//i.test(call.url) || RULES.some(({ applies }) => applies(call, NOTHING_EARLIER));
    return isLeftOut ? [] : [stepOf(call, item, entry)];
  });
}

function stepOf(call: RecordedCall, item: Foreign, entry: number): RecordedStep {
  const startedAt = Date.parse(textOf(memberOf(item, 'startedDateTime')) ?? '');
  const duration = Number(scalarText(memberOf(item, 'time')));
  const body = requestBodyOf(call);
  const forCache = cacheConditions(call);
  return {
    entry,
    method: call.method,
    url: call.url,
    headers: call.headers.filter(({ name }) => !forCache.includes(name.toLowerCase())),
    ...defined({ body }),
    ...(Number.isNaN(startedAt) ? {} : { startedAt }),
    ...(Number.isNaN(startedAt + duration) ? {} : { endedAt: startedAt + Math.max(0, duration) }),
    ...(call.status === undefined
      ? {}
      : { response: answerOf(call.status, call.responseType, memberOf(item, 'response')) }),
  };
}

function requestBodyOf({ postData, headers }: RecordedCall): RecordedRequestBody | undefined {
  if (postData === undefined) {
    return undefined;
  }
  const type = headers.find(({ name }) => name.toLowerCase() === 'content-type')?.value;
  const fields = rowsOf(memberOf(postData, 'params'));
  return {
    mediaType: mediaType(type ?? textOf(memberOf(postData, 'mimeType')) ?? ''),
    text: textOf(memberOf(postData, 'text')) ?? '',
    ...(fields.length === 0 ? {} : { fields }),
  };
}

function answerOf(status: number, type: string, response: Foreign): RecordedAnswer {
  const content = memberOf(response, 'content');
  const isText = textOf(memberOf(content, 'encoding')) !== 'base64';
  return {
    status,
    headers: rowsOf(memberOf(response, 'headers')),
    mediaType: type,
    text: isText ? (textOf(memberOf(content, 'text')) ?? '') : '',
  };
}

function rowsOf(value: Foreign): readonly CallHeader[] {
  return itemsOf(value).flatMap((row) => {
    const name = scalarText(memberOf(row, 'name'));
    return name === undefined || name === ''
      ? []
      : [{ name, value: scalarText(memberOf(row, 'value')) ?? '' }];
  });
}

/** Reads the text of a recording; `name` is said where it cannot be read. Throws UserError when it is none. */
export function readHarText(text: string, name: string): readonly RecordedStep[] {
  try {
    return readHarSession(parseJson(text.replace(/^\ufeff/, '')));
  } catch (error) {
    if (error instanceof JsonSyntaxError || error instanceof JsonTooDeepError) {
      throw new UserError(`${name} is not sound JSON: ${error.message}.`, 'Export the recording again.');
    }
    throw error;
  }
}
