/** A result as Auto Mapping reads it: the requests of one chain that were sent, with their answers. */
import { headerValue } from '../../headers';
import type { ExecutionResult, RecordedBody, RequestResult } from '../../result/result';
import type { RecordedStep, RecordedText } from './recordedSession';

/**
 * The session of a result; `entry` is the index in its list of requests.
 *
 * Bodies too long for the result have no text here. Secrets are masked in results, each with a mark of
 * its own, so that equal ones stay equal.
 */
export function sessionOfResult({ kind, requests, chain }: ExecutionResult): readonly RecordedStep[] {
  // A run sends a request when the last one is answered; its whole milliseconds may say otherwise.
  const times = kind === 'run' ? () => ({}) : timesOf;
  return requests.flatMap((request, entry) => {
    const step = request.request.chain === chain.file ? stepOf(request, entry) : undefined;
    return step === undefined ? [] : [{ ...step, ...times(request) }];
  });
}

function timesOf({ startedAt, durationMs }: RequestResult): Pick<RecordedStep, 'startedAt' | 'endedAt'> {
  const began = Date.parse(startedAt);
  return Number.isNaN(began) ? {} : { startedAt: began, endedAt: began + durationMs };
}

function stepOf({ exchange }: RequestResult, entry: number): RecordedStep | undefined {
  if (exchange === undefined) {
    return undefined;
  }
  const { request, response } = exchange;
  return {
    entry,
    method: request.method,
    url: request.url,
    headers: request.headers,
    ...(request.body === undefined ? {} : { body: textOf(request.body) }),
    ...(response === undefined
      ? {}
      : {
          response: {
            status: response.status,
            headers: response.headers,
            ...textOf(response.body),
            mediaType: mediaTypeOf(headerValue(response.headers, 'content-type') ?? response.body.mediaType),
          },
        }),
  };
}

function textOf({ encoding, content, mediaType, stored }: RecordedBody): RecordedText {
  return { mediaType, text: encoding === 'utf8' && stored === undefined ? content : '' };
}

function mediaTypeOf(written: string): string {
  return (written.split(';', 1)[0] ?? '').trim().toLowerCase();
}
