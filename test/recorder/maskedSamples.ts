/** What the tests of masking mask: exchanges with texts in chosen places. */
import type { Exchange, NamedValue } from '../../recorder/exchange';
import { createMask, type ExchangeText, type Masking } from '../../recorder/masking';
import { defined } from '../../src/core/defined';

/** The texts of an exchange. */
export interface Sample {
  readonly url: string;
  readonly headers?: readonly (readonly [string, string])[];
  readonly received?: readonly (readonly [string, string])[];
  readonly postData?: string;
  readonly body?: string;
  /** Media type of `body`. */
  readonly mimeType?: string;
}

/** What a download makes of exchanges, in their order. */
export function masked(masking: Masking, samples: readonly Sample[]): readonly ExchangeText[] {
  const mask = createMask(masking);
  const texts = samples.map(exchangeText);
  texts.forEach(mask.learn);
  return texts.map(mask.apply);
}

/** An exchange with these texts. */
export function exchangeText({
  url,
  headers = [],
  received = [],
  postData,
  body,
  mimeType = '',
}: Sample): ExchangeText {
  const rows = (pairs: readonly (readonly [string, string])[]): readonly NamedValue[] =>
    pairs.map(([name, value]) => ({ name, value }));
  const exchange: Exchange = {
    call: 0,
    tab: 1,
    timestamp: 1,
    startedAt: 0,
    method: 'GET',
    url,
    headers: rows(headers),
    ...defined({ postData }),
    type: 'fetch',
    initiator: { type: 'script' },
    documentUrl: '',
    response: {
      status: 200,
      statusText: 'OK',
      headers: rows(received),
      mimeType,
      protocol: 'h2',
      fromCache: false,
      fromServiceWorker: false,
    },
  };
  return { exchange, ...defined({ body }) };
}
