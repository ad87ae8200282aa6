/**
 * The execution log: what a run did, line by line. What was resolved, where and by which value; what was
 * sent, over which connection, and received; what was expected and extracted; why something was blocked.
 *
 * One function turns an event into lines, so the log that grows while a run goes and the one that is read
 * off its result years later say the same. Events and results are masked before they come here; what
 * outside text could do to a log (forge a line, steer a terminal) ends here.
 */
import { CALL } from '../files/chainShape';
import type { HeaderLine } from '../model';
import {
  nameOfPart,
  plannedOf,
  type ExecutionResult,
  type ExpectationResult,
  type ExtractionResult,
  type Outcome,
  type PartResult,
  type PlannedRequest,
  type RecordedBody,
  type RecordedExchange,
  type RecordedHop,
  type RecordedResponse,
  type RequestResult,
  type RunEvent,
  type Substitution,
} from '../result/result';
import {
  answerOf,
  describeConnection,
  describeRequest,
  describeSource,
  exampleTitle,
  formatLocation,
  humanDuration,
  humanSize,
  phasesOf,
  reasonText,
  statusText,
} from '../result/resultViews';
import { oneLine, shorten } from '../shownText';
import { plural } from '../words';

/** How much a line matters, most first: the log's reader chooses how far down to read. */
type LogLevel = 'error' | 'warn' | 'info' | 'debug' | 'trace';

/** One line, without a line break; details of the line before are indented. */
export interface LogLine {
  readonly level: LogLevel;
  readonly text: string;
}

/** The requests of a run by their index, as `run-started` named them. */
export type PlannedAt = (index: number) => PlannedRequest | undefined;

/** The lines that an event adds to the log. */
export function logLines(event: RunEvent, plannedAt: PlannedAt): readonly LogLine[] {
  switch (event.type) {
    case 'run-started':
      return startLines(event);
    case 'request-started':
      return attemptLines(plannedAt(event.index), event.attempt);
    case 'part-finished':
    case 'request-finished':
      return requestLines(event.result);
    case 'run-finished':
      return endLines(event);
  }
}

/** The log of a result, as a text: when the run began, then lines that begin with their time of day and level. */
export function executionLog(result: ExecutionResult): string {
  const { requests, startedAt, durationMs, outcome } = result;
  const started = { ...result, type: 'run-started', requests: requests.map(plannedOf) } as const;
  return [
    `Run of ${oneLine(startedAt)}, times in UTC\n`,
    ...stamped(startedAt, startLines(started)),
    ...requests
      .flatMap((request) => [...(request.parts ?? []), request])
      .flatMap((one) => stamped(one.startedAt, requestLines(one))),
    ...stamped(
      later(startedAt, durationMs),
      endLines({ type: 'run-finished', outcome, durationMs, notes: [] }),
    ),
  ].join('');
}

const LEVELS: Readonly<Record<Outcome, LogLevel>> = {
  passed: 'info',
  skipped: 'info',
  blocked: 'warn',
  failed: 'error',
};

/** UTF-16 code units of a value, and of a body, that a line shows. */
const SHOWN_VALUE = 200;
const SHOWN_BODY = 2000;

function line(level: LogLevel, text: string): LogLine {
  return { level, text: oneLine(text) };
}

function detail(text: string): LogLine {
  return { level: 'debug', text: `  ${oneLine(text)}` };
}

function raw(mark: '>' | '<', text: string): LogLine {
  return { level: 'trace', text: `  ${mark} ${oneLine(text)}` };
}

function stamped(time: string, lines: readonly LogLine[]): readonly string[] {
  const timeOfDay = oneLine(time.replace(/^\d{4}-\d\d-\d\dT([\d:.]+)Z$/, '$1'));
  return lines.map(({ level, text }) => `${timeOfDay} [${level}] ${text}\n`);
}

/** A time `ms` milliseconds later; the time itself when it is none. */
function later(iso: string, ms: number): string {
  const time = new Date(Date.parse(iso) + ms);
  return Number.isNaN(time.getTime()) ? iso : time.toISOString();
}

function startLines({
  chain,
  environment,
  requests,
  notes,
}: Extract<RunEvent, { type: 'run-started' }>): readonly LogLine[] {
  const where = environment === undefined ? '' : ` in ${environment}`;
  const count = plural(requests.length, 'request');
  return [
    line('info', `Running ${chain.name} (${chain.file})${where}: ${count}.`),
    ...notes.map((note) => line('warn', note)),
  ];
}

/** Nothing while the run is under way. */
function endLines({
  outcome,
  durationMs,
  notes,
}: Extract<RunEvent, { type: 'run-finished' }>): readonly LogLine[] {
  if (outcome === 'running') {
    return [];
  }
  const ended = outcome === 'cancelled' ? 'was cancelled' : outcome;
  return [
    ...notes.map((note) => line('warn', note)),
    line('info', `The run ${ended} after ${humanDuration(durationMs)}.`),
  ];
}

function attemptLines(planned: PlannedRequest | undefined, attempt: number): readonly LogLine[] {
  return attempt === 1 ? [] : [line('debug', `Attempt ${attempt}: ${planned?.name ?? ''}`)];
}

function requestLines(result: RequestResult | PartResult): readonly LogLine[] {
  const { outcome, reasons, substitutions, exchange, examples = [], expectations, extractions } = result;
  const level = LEVELS[outcome];
  return [
    line(level, headline(result)),
    ...reasons.map((reason) => ({ level, text: `  ${oneLine(reasonText(reason))}` })),
    ...substitutions.map(substitutionLine),
    ...(exchange === undefined ? [] : exchangeLines(exchange)),
    ...examples.flatMap((one) => [detail(`example ${exampleTitle(one)}`), ...exchangeLines(one.exchange)]),
    ...expectations.map(expectationLine),
    ...extractions.map(extractionLine),
  ];
}

/** `passed: Log in (login in auth.chain.json): POST https://api.test/login, 200 OK in 31 ms` */
function headline(result: RequestResult | PartResult): string {
  const { outcome, request, method, exchange, durationMs, attempts } = result;
  const asked = exchange === undefined ? method : `${exchange.request.method} ${exchange.request.url}`;
  const time = humanDuration(durationMs);
  const answered = exchange === undefined ? 'nothing was sent' : `${answerOf(result)} in ${time}`;
  const repeated = attempts > 1 ? ` after ${attempts} attempts` : '';
  const ended =
    method === CALL && attempts > 0 ? `${plural(attempts, 'exchange')} in ${time}` : `${answered}${repeated}`;
  return `${outcome}: ${nameOfPart(result)} (${describeRequest(request)}): ${asked}, ${ended}`;
}

function substitutionLine(substitution: Substitution): LogLine {
  const { variable, location, value } = substitution;
  const place = formatLocation(location);
  return detail(
    `resolved {{${variable}}} in ${place}: ${shorten(value, SHOWN_VALUE)} from ${describeSource(substitution)}`,
  );
}

function exchangeLines({
  request,
  response,
  redirects,
  connection,
  timings,
}: RecordedExchange): readonly LogLine[] {
  const { method, url, headers, body } = request;
  return [
    ...redirects.map(redirectLine),
    detail(`sent ${method} ${url}, ${sizesOf(headers, body)}`),
    ...messageLines('>', headers, body),
    ...(connection === undefined ? [] : [detail(`connected ${describeConnection(connection)}`)]),
    ...(response === undefined ? [] : responseLines(response, timings)),
  ];
}

function redirectLine({ method, url, status, notes }: RecordedHop): LogLine {
  return detail([`${method} ${url} answered ${status}`, ...notes].join('; '));
}

function responseLines(response: RecordedResponse, timings: RecordedExchange['timings']): readonly LogLine[] {
  const { httpVersion, headers, body, notes } = response;
  const phases = phasesOf({ timings }).map(({ name, durationMs }) => `${name} ${humanDuration(durationMs)}`);
  const answer = `HTTP/${httpVersion} ${statusText(response)}`;
  return [
    detail([`received ${answer}`, sizesOf(headers, body), ...phases].join(', ')),
    ...messageLines('<', headers, body),
    ...notes.map(detail),
  ];
}

function sizesOf(headers: readonly HeaderLine[], body: RecordedBody | undefined): string {
  const lines = plural(headers.length, 'header');
  const content =
    body === undefined || body.size === 0 ? 'no body' : `${humanSize(body.size)} ${body.mediaType}`.trim();
  return `${lines}, ${content}`;
}

function messageLines(
  mark: '>' | '<',
  headers: readonly HeaderLine[],
  body: RecordedBody | undefined,
): readonly LogLine[] {
  const isText = body !== undefined && body.encoding === 'utf8' && body.content !== '';
  return [
    ...headers.map(({ name, value }) => raw(mark, `${name}: ${value}`)),
    ...(isText ? [raw(mark, shorten(body.content, SHOWN_BODY))] : []),
  ];
}

function expectationLine({ condition, passed, actual }: ExpectationResult): LogLine {
  return detail(passed ? `held: ${condition}` : `did not hold: ${condition}, found ${actual ?? 'nothing'}`);
}

function extractionLine({ variable, from, found, value = '', message }: ExtractionResult): LogLine {
  return detail(
    found
      ? `extracted ${variable} from ${from}: ${shorten(value, SHOWN_VALUE)}`
      : `did not extract ${variable} from ${from}${message === undefined ? '' : `: ${message}`}`,
  );
}
