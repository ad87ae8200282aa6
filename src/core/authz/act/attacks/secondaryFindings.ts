/** What an answer shows in addition to its verdict. */
import { headerValue } from '../../../headers';
import type { RecordedResponse } from '../../../result/result';
import type { SecondaryFinding } from '../../model/authzResult';

/** Secondary findings of an attack's answer; `absent` is the answer to an object that does not exist. */
export function secondaryFindings(
  response: RecordedResponse | undefined,
  absent: RecordedResponse | undefined,
  leaks: boolean,
): readonly SecondaryFinding[] {
  if (response === undefined) {
    return [];
  }
  const found: SecondaryFinding[] = [];
  if (response.status === 403 && absent?.status === 404) {
    found.push({
      code: 'EXISTENCE_ORACLE',
      message:
        'An object of another is 403 and one that does not exist is 404, which reveals whether one exists.',
    });
  }
  if (response.status === 401 && headerValue(response.headers, 'www-authenticate') === undefined) {
    found.push({
      code: 'WRONG_401',
      message: 'The 401 has no WWW-Authenticate header, which RFC 9110 asks for.',
    });
  }
  if (leaks && comesFromCache(response)) {
    found.push({
      code: 'CACHE_HIT',
      message:
        'The answer came from a cache (Age or X-Cache): it may be shared between users without being asked who they are (CWE-524).',
    });
  }
  return found;
}

function comesFromCache({ headers }: RecordedResponse): boolean {
  return (
    /^[1-9]/.test(headerValue(headers, 'age') ?? '') || /\bhit\b/i.test(headerValue(headers, 'x-cache') ?? '')
  );
}
