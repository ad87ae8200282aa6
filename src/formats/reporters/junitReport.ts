/**
 * The JUnit report, as build servers read it: a suite per chain, a case per request. A failed request
 * is a `failure`; a blocked one, which was not sent and proves nothing, an `error` of type `blocked`.
 */
import { innermostParts, resultAtFault } from '../../core/result/partTree';
import { answerOf, humanDuration, readableBody, reasonText } from '../../core/result/resultViews';
import {
  type ExecutionResult,
  type RecordedBody,
  type RecordedExchange,
  type RequestResult,
  countOutcomes,
  nameOfPart,
} from '../../core/result/result';
import { shorten } from '../../core/shownText';
import {
  longestShown,
  requestsInMemory,
  titleOf,
  totalsOf,
  type RunReport,
} from '../../core/result/runReport';
import { xmlAttributes, xmlText } from './xmlText';

/** Writes a report in JUnit's XML format. */
export function* renderJunit(report: RunReport, wholeRequests = requestsInMemory): Generator<string> {
  const { requests, durationMs } = totalsOf(report.results);
  const attributes = xmlAttributes({
    name: titleOf(report),
    ...countAttributes(requests),
    time: seconds(durationMs),
  });
  yield `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites${attributes}>\n`;
  for (const result of report.results) {
    yield* renderSuite(result, wholeRequests(result, longestShown), report);
  }
  yield '</testsuites>\n';
}

function countAttributes({ passed, failed, blocked, skipped }: ReturnType<typeof countOutcomes>) {
  return {
    tests: String(passed + failed + blocked + skipped),
    failures: String(failed),
    errors: String(blocked),
    skipped: String(skipped),
  };
}

function* renderSuite(
  result: ExecutionResult,
  requests: Iterable<RequestResult>,
  { tool, places }: RunReport,
): Generator<string> {
  const properties = [
    ['outcome', result.outcome],
    ['environment', result.environment ?? ''],
    ['seed', result.seed ?? ''],
    [tool.name, tool.version],
    ...result.notes.map((note) => ['note', note] as const),
  ] as const;
  const attributes = xmlAttributes({
    name: result.chain.name,
    ...countAttributes(countOutcomes(result)),
    time: seconds(result.durationMs),
    timestamp: result.startedAt.replace(/\.\d+Z$|Z$/, ''),
    file: result.chain.file,
  });
  const used = countNames(result.requests);
  yield lines([
    `  <testsuite${attributes}>`,
    '    <properties>',
    ...properties
      .filter(([, value]) => value !== '')
      .map(([name, value]) => `      <property${xmlAttributes({ name, value })}/>`),
    '    </properties>',
  ]);
  for (const request of requests) {
    const name = caseName(request);
    const title = (used.get(name) ?? 0) > 1 ? `${name} (${request.request.id})` : name;
    yield lines(renderCase(request, title, places?.(result, request.request)?.line));
  }
  yield '  </testsuite>\n';
}

function lines(texts: readonly string[]): string {
  return texts.map((text) => `${text}\n`).join('');
}

/** How often a name occurs; viewers take cases of the same name for one. */
function countNames(requests: readonly RequestResult[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const name of requests.map(caseName)) {
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return counts;
}

function caseName(result: RequestResult): string {
  return `${result.method} ${nameOfPart(result)}`;
}

function renderCase(result: RequestResult, name: string, line: number | undefined): readonly string[] {
  const { chain } = result.request;
  const sent = sentText(result);
  const attributes = xmlAttributes({
    name,
    classname: chain.replace(/\.chain\.json$/, '').replaceAll('/', '.'),
    time: seconds(result.durationMs),
    file: chain,
    ...(line === undefined ? {} : { line: String(line) }),
  });
  return [
    `    <testcase${attributes}>`,
    ...renderOutcome(result),
    ...(sent === '' ? [] : [`      <system-out>${xmlText(sent)}</system-out>`]),
    '    </testcase>',
  ];
}

function renderOutcome({ outcome, reasons }: RequestResult): readonly string[] {
  const [first] = reasons;
  const message = first?.message ?? '';
  const text = xmlText(reasons.map(reasonText).join('\n'));
  switch (outcome) {
    case 'passed':
      return [];
    case 'failed':
      return [`      <failure${xmlAttributes({ type: first?.kind ?? 'failed', message })}>${text}</failure>`];
    case 'blocked':
      return [`      <error${xmlAttributes({ type: 'blocked', message })}>${text}</error>`];
    case 'skipped':
      return [`      <skipped${xmlAttributes({ message })}/>`];
  }
}

/** What was sent, and of a chain that is a step each exchange on a line, with the one that failed. */
function sentText(result: RequestResult): string {
  const shown = resultAtFault(result);
  const lines = shown.exchange === undefined ? [] : [shortExchange(shown, shown.exchange)];
  return (result.exchange === undefined ? [partLines(result), ...lines] : lines)
    .filter((text) => text !== '')
    .join('\n\n');
}

/** What a chain that is a step sent, on a line each. */
function partLines({ parts = [] }: RequestResult): string {
  const lines = innermostParts(parts).flatMap((part) => {
    const { exchange, durationMs } = part;
    const answer = `${answerOf(part)}, ${humanDuration(durationMs)}`;
    return exchange === undefined
      ? []
      : [`${nameOfPart(part)}: ${exchange.request.method} ${exchange.request.url}: ${answer}`];
  });
  return lines.join('\n');
}

function shortExchange(result: RequestResult, { request, response }: RecordedExchange): string {
  return [
    `${request.method} ${request.url}`,
    ...shortBody(request.body),
    '',
    `${answerOf(result)}, ${humanDuration(result.durationMs)}`,
    ...shortBody(response?.body),
  ].join('\n');
}

const SHOWN_BODY = 2000;

function shortBody(body: RecordedBody | undefined): readonly string[] {
  const text = body === undefined || body.content === '' ? undefined : readableBody(body);
  return text === undefined ? [] : [shorten(text, SHOWN_BODY)];
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(3);
}
