/**
 * Saved examples of imported requests. One that succeeded is the exchange of its result, which previews and Auto Mapping
 * read; the others come next to it. Here is what treats all of them alike.
 */
import type { RecordedExchange, RequestResult } from './result';

type Exchanges = Pick<RequestResult, 'exchange' | 'examples'>;

/** All exchanges of a result: its own, then those of its other examples. */
export function exchangesOf({ exchange, examples = [] }: Exchanges): readonly RecordedExchange[] {
  return [...(exchange === undefined ? [] : [exchange]), ...examples.map((example) => example.exchange)];
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
