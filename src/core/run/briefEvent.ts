/**
 * A finished request in brief: what a line about it tells, and nothing that grows with what was sent and
 * received.
 *
 * Masking takes time in proportion to what is masked, and who only shows lines throws the rest away; so it
 * is left out before, after its secrets were learned.
 */
import { defined } from '../defined';
import type { RecordedBody, RecordedExchange, RequestResult, RunEvent } from '../result/result';

/** The event with the outcome, reasons and extractions of a finished request, and of its answer the status. */
export function briefEvent<Text>(event: RunEvent<Text>): RunEvent<Text> {
  switch (event.type) {
    case 'part-finished':
      return { ...event, result: brief(event.result) };
    case 'request-finished':
      return { ...event, result: brief(event.result) };
    default:
      return event;
  }
}

function brief<Result extends RequestResult<unknown>>(finished: Result): Result {
  const { exchange } = finished;
  const result = { ...finished, substitutions: [], expectations: [] };
  return exchange === undefined ? result : { ...result, exchange: briefExchange(exchange) };
}

function briefExchange({ request, response, failure, timings }: RecordedExchange): RecordedExchange {
  return {
    request: { method: request.method, url: '', headers: [] },
    ...(response === undefined ? {} : { response: { ...response, headers: [], body: NO_BODY, notes: [] } }),
    redirects: [],
    timings,
    ...defined({ failure }),
  };
}

const NO_BODY: RecordedBody = { encoding: 'utf8', content: '', size: 0, mediaType: '' };
