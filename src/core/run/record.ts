/**
 * Turning what crossed the wire into what a result keeps: bodies become text where they are text and
 * base64 where they are not, everything else is kept as it was.
 */
import { base64OfBytes } from '../base64';
import { defined } from '../defined';
import type { ExchangeOutcome } from './exchange';
import { describeExtraction } from './describeExtraction';
import type { ExtractionOutcome } from './extract';
import { headerValue } from '../headers';
import { stringifyJson, type JsonValue } from '../json/json';
import type { Message } from '../message';
import type { Extraction, HeaderLine, HttpResponse } from '../model';
import type { ResponseView } from './responseView';
import type { ExtractionResult, RecordedBody, RecordedExchange, RecordedResponse } from '../result/result';

/** Records an exchange; `view` is the reading of its final response, when there is one. */
export function recordExchange(
  { request, hops, answer }: ExchangeOutcome,
  view: ResponseView | undefined,
): RecordedExchange | undefined {
  if (answer === undefined) {
    return undefined;
  }
  const { method, url, headers, body } = request;
  return {
    request: {
      method,
      url,
      headers,
      ...(body === undefined ? {} : { body: recordBody(body, headers) }),
    },
    ...(answer.response === undefined || view === undefined
      ? {}
      : { response: recordResponse(answer.response, view, answer.ok && answer.isPartial === true) }),
    redirects: hops,
    timings: answer.timings,
    ...defined({ connection: answer.connection }),
    ...(answer.ok ? {} : { failure: answer.failure }),
  };
}

/** Records what a rule gave. */
export function recordExtraction(
  extraction: Extraction,
  outcome: ExtractionOutcome,
): ExtractionResult<Message> {
  return outcome.kind === 'found'
    ? recordFound(extraction, outcome.value)
    : {
        variable: extraction.variable,
        from: describeExtraction(extraction),
        found: false,
        message: outcome.message,
      };
}

/** Records the value that a rule gave. */
export function recordFound(extraction: Extraction, value: JsonValue): ExtractionResult<never> {
  const { variable } = extraction;
  return { variable, from: describeExtraction(extraction), found: true, value: stringifyJson(value) };
}

/** Records a body: valid UTF-8 without a NUL as text, anything else as base64. */
export function recordBody(bytes: Uint8Array, headers: readonly HeaderLine[]): RecordedBody {
  const mediaType = (headerValue(headers, 'content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
  const text = decodeUtf8(bytes);
  return {
    encoding: text === undefined ? 'base64' : 'utf8',
    content: text ?? base64OfBytes(bytes),
    size: bytes.length,
    mediaType,
  };
}

function recordResponse(response: HttpResponse, view: ResponseView, isPartial: boolean): RecordedResponse {
  const { status, statusText, httpVersion, headers, body, wireSize } = response;
  const recorded = recordBody(body, headers);
  const isText = recorded.encoding === 'utf8' || !view.charsetIsKnown;
  return {
    status,
    statusText,
    httpVersion,
    headers,
    body: isText ? recorded : { ...recorded, encoding: 'utf8', content: view.text },
    wireSize,
    notes: isPartial ? [...view.notes, PARTIAL] : view.notes,
  };
}

const PARTIAL = 'The stream had not ended: reading stopped here, and the connection was closed.';

const STRICT_UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * The bytes as text without loss, or undefined. A NUL means binary, as it does to git and to editors; other
 * control characters are in texts that people want to read: colours in logs, separators in JSON sequences
 * (RFC 7464).
 */
function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    const text = STRICT_UTF8.decode(bytes);
    return text.includes('\0') ? undefined : text;
  } catch {
    return undefined;
  }
}
