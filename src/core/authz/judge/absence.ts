/**
 * Whether a success without a trace of an object says that there is none. An emptied list and an envelope around
 * nothing do. A page, such as one to sign in, words of an error, and an object with other values prove nothing: the
 * object may be there and only not be shown.
 */
import { isArray, isObject, type JsonValue } from '../../json/json';
import type { RecordedResponse } from '../../result/result';
import { hasContent } from '../response/hasContent';
import { jsonBody } from '../response/responseBody';

/** Whether an answer that is known not to show an object shows that it is not there. */
export function showsAbsence(response: Pick<RecordedResponse, 'status' | 'body'>): boolean {
  if (!hasContent(response.status)) {
    return false;
  }
  const json = jsonBody(response);
  return json === undefined ? response.body.content === '' : holdsNothing(json);
}

/** Members with which answers say that something went wrong. */
const FAULT = /^(?:errors?|faults?|exception|message|detail|problem)$/i;

function holdsNothing(json: JsonValue): boolean {
  if (json === null || isArray(json)) {
    return true;
  }
  if (!isObject(json)) {
    return false;
  }
  const members = Object.entries(json).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  );
  const isFault = members.some(([name, value]) => FAULT.test(name) && !isEmpty(value));
  return !isFault && (members.length === 0 || members.some(([, value]) => holdsNothing(value)));
}

function isEmpty(value: JsonValue): boolean {
  return value === null || value === false || value === '' || (isArray(value) && value.length === 0);
}
