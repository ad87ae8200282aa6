/**
 * What a person leaves out of results before they leave the editor: bodies, headers, single requests. What is left
 * out says so in the place where it was, so that nobody takes a shortened report for a whole one.
 */
import { plural } from '../words';
import { answerOf } from './resultViews';
import type {
  ExecutionResult,
  ExpectationResult,
  ExtractionResult,
  Reason,
  RecordedBody,
  RecordedExchange,
  RequestResult,
  Substitution,
} from './result';
import { type RunReport } from './runReport';
import { exchangesOf, withExchanges } from './savedExamples';

/** What is left out. */
export interface Omissions {
  /** Bodies, and values that came from or went into them. */
  readonly bodies: boolean;
  /** Header lines, cookies among them, and values that came from or went into them. */
  readonly headers: boolean;
  /** Positions in {@link Omittable.exchanges}. */
  readonly exchanges: readonly number[];
}

/** What can be left out. */
export interface Omittable {
  /** How many messages have a body. */
  readonly bodies: number;
  /** How many header lines there are. */
  readonly headers: number;
  /** Requests, whether they were sent or not, in order, over all results. */
  readonly exchanges: readonly OmittableExchange[];
}

/** A request, in words. */
interface OmittableExchange {
  /** `POST Create order`. */
  readonly name: string;
  /** The outcome of the request: `201 Created`. */
  readonly answer: string;
}

/** Leaves everything in. */
export const nothingOmitted: Omissions = { bodies: false, headers: false, exchanges: [] };

/** What can be left out of a report. */
export function omittableOf({ results }: Pick<RunReport, 'results'>): Omittable {
  const requests = results.flatMap((result) => result.requests);
  return {
    ...omittablePartsOf(requests.flatMap(exchangesOf)),
    exchanges: requests.map((request) => ({
      name: `${request.method} ${request.name}`,
      answer: answerOf(request),
    })),
  };
}

/** How much there is of what can be left out of exchanges. */
export function omittablePartsOf(
  exchanges: readonly RecordedExchange[],
): Pick<Omittable, 'bodies' | 'headers'> {
  const messages = exchanges.flatMap(({ request, response }) => [request, ...(response ? [response] : [])]);
  return {
    bodies: messages.filter(({ body }) => body !== undefined && body.content !== '').length,
    headers: messages.reduce((sum, { headers }) => sum + headers.length, 0),
  };
}

/** A report without what is left out; its results say what that was. */
export function withoutOmitted(report: RunReport, omissions: Omissions): RunReport {
  const left = new Set(omissions.exchanges);
  let before = 0;
  const results = report.results.map((result) => {
    const first = before;
    before += result.requests.length;
    return shortened(result, omissions, (index) => left.has(first + index));
  });
  return { ...report, results };
}

/** An exchange without the parts that are left out. */
export function exchangeWithout(
  exchange: RecordedExchange,
  { bodies, headers }: Pick<Omissions, 'bodies' | 'headers'>,
): RecordedExchange {
  const { request, response } = exchange;
  const parts = <Message extends { body?: RecordedBody; headers: RecordedExchange['request']['headers'] }>(
    message: Message,
  ): Message => ({
    ...message,
    ...(headers ? { headers: [] } : {}),
    ...(bodies && message.body !== undefined ? { body: emptied(message.body) } : {}),
  });
  return {
    ...exchange,
    request: parts(request),
    ...(response === undefined ? {} : { response: parts(response) }),
  };
}

/** Whole sentences about what is left out; `count` requests are. */
export function omissionNotes(
  { bodies, headers }: Pick<Omissions, 'bodies' | 'headers'>,
  count: number,
): readonly string[] {
  const parts = [
    ...(bodies ? ['bodies'] : []),
    ...(headers ? ['headers'] : []),
    ...(count === 0 ? [] : [plural(count, 'request')]),
  ];
  return parts.length === 0 ? [] : [`Left out before this was shared: ${parts.join(', ')}.`];
}

/** Says in a report that a value was there. */
const LEFT_OUT = 'left out';

function emptied({ stored: _stored, ...body }: RecordedBody): RecordedBody {
  return { ...body, encoding: 'utf8', content: '' };
}

function shortened(
  result: ExecutionResult,
  omissions: Omissions,
  isLeftOut: (index: number) => boolean,
): ExecutionResult {
  const gone = result.requests.filter((_request, index) => isLeftOut(index));
  const kept = result.requests.filter((_request, index) => !isLeftOut(index));
  const notes = omissionNotes(omissions, gone.length);
  if (notes.length === 0) {
    return result;
  }
  const unsaid = result.requests
    .flatMap((request) => [request, ...(request.parts ?? [])])
    .flatMap(({ expectations }) =>
      expectations.filter((expectation) => quotesOmitted(expectation, omissions)),
    );
  return {
    ...result,
    requests: kept.map((request) => shortenedRequest(request, omissions, { gone, unsaid })),
    notes: [...result.notes, ...notes],
  };
}

/** What reasons must not quote. */
interface Unquotable {
  readonly gone: readonly RequestResult[];
  readonly unsaid: readonly ExpectationResult[];
}

function shortenedRequest<Result extends RequestResult>(
  request: Result,
  omissions: Omissions,
  unquotable: Unquotable,
): Result {
  const { substitutions, extractions, expectations, reasons, parts } = request;
  return {
    ...withExchanges(request, (exchange) => exchangeWithout(exchange, omissions)),
    substitutions: substitutions.map((one) =>
      isInOmitted(one, omissions) ? { ...one, value: LEFT_OUT } : one,
    ),
    extractions: extractions.map((one) => (isFromOmitted(one, omissions) ? withoutValue(one) : one)),
    expectations: expectations.map((one) =>
      quotesOmitted(one, omissions) ? { ...one, actual: LEFT_OUT } : one,
    ),
    reasons: reasons.map((reason) => quotingLess(reason, unquotable)),
    ...(parts === undefined
      ? {}
      : { parts: parts.map((part) => shortenedRequest(part, omissions, unquotable)) }),
  };
}

function isInOmitted({ location }: Substitution, { bodies, headers }: Omissions): boolean {
  switch (location.in) {
    case 'body':
    case 'expect':
    case 'flow':
      return bodies;
    case 'header':
    case 'cookie':
    case 'auth':
    case 'variables':
      return headers;
    case 'path':
    case 'query':
      return false;
  }
}

function isFromOmitted({ from }: ExtractionResult, { bodies, headers }: Omissions): boolean {
  return (bodies && /^body\b/.test(from)) || (headers && /^(?:header|cookie)\b/.test(from));
}

function withoutValue({ value: _value, ...extraction }: ExtractionResult): ExtractionResult {
  return extraction.found ? { ...extraction, message: LEFT_OUT } : extraction;
}

function quotesOmitted({ condition, actual }: ExpectationResult, { bodies, headers }: Omissions): boolean {
  return (
    actual !== undefined &&
    ((bodies && /^(?:\$|body\b)/.test(condition)) || (headers && condition.startsWith('header ')))
  );
}

/** Reasons tell what was there instead as "but it was …", also in those of requests that were blocked by it. */
function quotingLess(reason: Reason, { gone, unsaid }: Unquotable): Reason {
  const causes = gone.flatMap(({ reasons }) => reasons.map(({ message }) => message));
  const quietly = (message: string): string => {
    const unquoted = unsaid.reduce(
      (text, { actual = '' }) =>
        text.replaceAll(`but it was ${actual}`, () => `but it was not (${LEFT_OUT})`),
      message,
    );
    return causes.reduce((text, cause) => text.replaceAll(cause, () => `(${LEFT_OUT})`), unquoted);
  };
  return reason.kind === 'unresolved' && reason.rootCause !== undefined
    ? {
        ...reason,
        message: quietly(reason.message),
        rootCause: { ...reason.rootCause, message: quietly(reason.rootCause.message) },
      }
    : { ...reason, message: quietly(reason.message) };
}
