/** Responses that a source shows as examples: one that succeeded becomes what the request was answered. */
import { defined } from '../../../core/defined';
import type { HeaderLine } from '../../../core/model';
import type { RecordedBody, RecordedExchange } from '../../../core/result/result';
import { reasonPhrase } from '../../../core/statusPhrases';
import type { ImportedExchange } from './imported';
import { recordText } from './recordedValues';

/** A response as its example states it. */
export interface ExampleAnswer {
  readonly status: number;
  readonly headers: readonly HeaderLine[];
  readonly body: string;
  /** In milliseconds; absent where the source does not say. */
  readonly totalMs?: number;
}

/** What of the examples of a request is kept. */
export interface KeptExample {
  /** Absent when none succeeded. */
  readonly recorded?: ImportedExchange;
  /** What of them is not carried over. */
  readonly remarks: readonly string[];
}

/** Whether an example shows how a request succeeds. */
export function isSuccess(status: number): boolean {
  return Number.isInteger(status) && status >= 200 && status <= 299;
}

/**
 * Keeps the example that was chosen of several.
 *
 * @param count how many there are
 */
export function keepExample(recorded: ImportedExchange | undefined, count: number): KeptExample {
  const left = count - (recorded === undefined ? 0 : 1);
  const what = `${recorded === undefined ? 'example' : 'further example'} response`;
  const remark = left === 1 ? `${what.startsWith('e') ? 'An' : 'A'} ${what} is` : `${left} ${what}s are`;
  return {
    ...defined({ recorded }),
    remarks: left === 0 ? [] : [`${remark} not carried over.`],
  };
}

/** An example as an exchange that was never sent. */
export function exampleExchange(
  request: RecordedExchange['request'],
  { status, headers, body: text, totalMs = 0 }: ExampleAnswer,
): ImportedExchange {
  const body = exampleBody(text, headers);
  return {
    exchange: {
      request,
      response: {
        status,
        statusText: reasonPhrase(status),
        httpVersion: '1.1',
        headers,
        body,
        wireSize: body.size,
        notes: [],
      },
      redirects: [],
      timings: { totalMs },
    },
  };
}

/** A body of the type that the headers state. */
export function exampleBody(text: string, headers: readonly HeaderLine[]): RecordedBody {
  return recordText(text, (contentTypeOf(headers).split(';', 1)[0] ?? '').trim().toLowerCase());
}

/** The type that headers state; empty when they state none. */
export function contentTypeOf(headers: readonly HeaderLine[]): string {
  return headers.find(({ name }) => name.toLowerCase() === 'content-type')?.value ?? '';
}
