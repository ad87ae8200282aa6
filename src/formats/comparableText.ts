/**
 * An execution result as text that is good to compare with another one: what a run did and got, in a
 * fixed order, without what differs every time (times, durations, connections, `Date`).
 */
import { prettyJson } from '../core/json/prettyJson';
import type { ExecutionResult, RecordedBody, RecordedExchange, RequestResult } from '../core/result/result';
import { exampleTitle, reasonText } from '../core/result/resultViews';

/** Response headers that differ at every answer and say nothing about the API. */
const VOLATILE = new Set(['date', 'connection', 'keep-alive']);

/** Writes a result for comparing; ends with a line break. */
export function comparableText(result: ExecutionResult): string {
  const { chain, environment, outcome, requests } = result;
  const head = [
    `chain        ${chain.name} (${chain.file})`,
    ...(environment === undefined ? [] : [`environment  ${environment}`]),
    `outcome      ${outcome}`,
  ];
  return `${[head, ...requests.map(requestLines)].map((lines) => lines.join('\n')).join('\n\n')}\n`;
}

function requestLines(result: RequestResult): readonly string[] {
  const { name, request, outcome, reasons, exchange, examples = [], extractions, expectations } = result;
  return [
    `${'─'.repeat(72)}`,
    `${name} (${request.chain}#${request.id})`,
    `outcome      ${outcome}`,
    ...reasons.map((reason) => `because      ${reasonText(reason)}`),
    ...extractions.map(({ variable, value = '(nothing)' }) => `extracted    ${variable} = ${value}`),
    ...expectations.map(
      ({ condition, passed }) => `${passed ? 'held        ' : 'did not hold'} ${condition}`,
    ),
    ...(exchange === undefined ? [] : exchangeLines(exchange)),
    ...examples.flatMap((one) => ['', `example      ${exampleTitle(one)}`, ...exchangeLines(one.exchange)]),
  ];
}

function exchangeLines({ request, response, redirects }: RecordedExchange): readonly string[] {
  return [
    '',
    ...redirects.map(({ method, url, status }) => `${method} ${url} → ${status}`),
    `${request.method} ${request.url}`,
    ...request.headers.map(({ name, value }) => `${name}: ${value}`),
    ...bodyLines(request.body),
    ...(response === undefined
      ? []
      : [
          '',
          `HTTP/${response.httpVersion} ${response.status} ${response.statusText}`,
          ...response.headers
            .filter(({ name }) => !VOLATILE.has(name.toLowerCase()))
            .map(({ name, value }) => `${name}: ${value}`),
          ...bodyLines(response.body),
        ]),
  ];
}

/** A line of its own for each member of a JSON body, so that a comparison finds the one that differs. */
function bodyLines(body: RecordedBody | undefined): readonly string[] {
  if (body === undefined || body.size === 0) {
    return [];
  }
  if (body.encoding !== 'utf8') {
    return ['', `(${body.size} bytes of ${body.mediaType || 'unknown type'})`];
  }
  return body.stored === undefined
    ? ['', prettyJson(body.content)]
    : ['', body.content, `(the beginning of ${body.size} bytes)`];
}
