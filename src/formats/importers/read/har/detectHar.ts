/** Whether a file is a recording: HAR, a bare request of one, or the list of calls that other recorders write. */
import { isArray } from '../../../../core/json/json';
import { memberOf, textOf, type Foreign } from '../../shape/externalJson';
import type { ImportSource } from '../../shape/imported';

/** Whether a file holds recorded calls, sound or not. */
export function isHar({ json }: ImportSource): boolean {
  if (json !== undefined && isArray(json)) {
    return json.some((item) => isCall(item) || isCall(memberOf(item, 'request')));
  }
  return memberOf(json, 'log') !== undefined || isCall(json);
}

/** Whether a value is a request with an address. */
export function isCall(value: Foreign): boolean {
  return textOf(memberOf(value, 'url')) !== undefined && textOf(memberOf(value, 'method')) !== undefined;
}
