/** The last response of a request as it was recorded, as far as people look for values in it. */
import { setCookiesOf } from '../run/cookieLines';
import type { RequestResult } from '../result/result';
import type { LastResponse } from './responseSearch';

/** The response in a result; absent when nothing answered. */
export function lastResponse(result: RequestResult | undefined): LastResponse | undefined {
  const response = result?.exchange?.response;
  if (response === undefined) {
    return undefined;
  }
  const { headers, body } = response;
  const isWhole = body.encoding === 'utf8' && body.stored === undefined;
  return {
    headers,
    cookies: setCookiesOf(headers).map(({ name }) => name),
    ...(isWhole ? { body } : {}),
  };
}
