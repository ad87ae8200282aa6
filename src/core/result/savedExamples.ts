/**
 * Saved examples of imported requests. One that succeeded is the exchange of its result, which previews and Auto Mapping
 * read; the others come next to it. Here is what treats all of them alike.
 */
import { defined } from '../defined';
import type { RecordedExchange, RequestResult, SavedExample } from './result';

type Exchanges = Pick<RequestResult, 'exchange' | 'exampleName' | 'examples'>;

/** All exchanges of a result: its own, then those of its other examples and of its parts. */
export function exchangesOf({
  exchange,
  examples = [],
  parts = [],
}: Exchanges & Pick<RequestResult<unknown>, 'parts'>): readonly RecordedExchange[] {
  return [
    ...(exchange === undefined ? [] : [exchange]),
    ...examples.map((example) => example.exchange),
    ...parts.flatMap((part) => exchangesOf(part)),
  ];
}

/** A result with each of its exchanges changed. */
export function withExchanges<Result extends Exchanges>(
  result: Result,
  change: (exchange: RecordedExchange) => RecordedExchange,
): Result {
  const { exchange, examples } = result;
  return {
    ...result,
    ...(exchange === undefined ? {} : { exchange: change(exchange) }),
    ...(examples === undefined
      ? {}
      : { examples: examples.map((example) => ({ ...example, exchange: change(example.exchange) })) }),
  };
}

/** What a person can choose from: the example that counts first, then the others; empty for all other results. */
export function savedExamples({ exchange, exampleName, examples = [] }: Exchanges): readonly SavedExample[] {
  return exchange === undefined || (exampleName === undefined && examples.length === 0)
    ? examples
    : [{ ...defined({ name: exampleName }), exchange }, ...examples];
}

/**
 * A result as if one of {@link savedExamples}, by its position, were all that it has; the first one where it has no such.
 * Of a request with parts, 0 is the whole, and the parts come after it.
 */
export function withExample(result: RequestResult, position: number): RequestResult {
  if (result.parts !== undefined) {
    return position === 0 ? result : (result.parts[position - 1] ?? result);
  }
  const saved = savedExamples(result);
  const example = saved[position] ?? saved[0];
  if (example === undefined || example.exchange === result.exchange) {
    return result;
  }
  const { exchange } = example;
  return { ...result, exchange, extractions: [], durationMs: exchange.timings.totalMs };
}
