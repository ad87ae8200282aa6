/**
 * Which requests only read: those whose method says so (RFC 9110 §9.2.1), and queries of GraphQL, which are sent as POST.
 * A persisted query has no text: another request of the session has it under the same operation name.
 */
import { isObject } from '../../json/json';
import { readJson } from './readJson';
import type { RecordedStep } from './recordedSession';

const SAFE = /^(?:GET|HEAD|OPTIONS)$/;
const MAY_BE_GRAPHQL = /"(?:query|operationName)"\s*:/;
const QUERY = /^\s*(?:#[^\n]*\n\s*)*(?:\{|query\b)/;
/** Longer bodies are documents; UTF-16 code units. */
const MAX_LENGTH = 100_000;

/** Whether the step with an index only reads. */
export type IsReading = (step: number) => boolean;

/** Looks at the requests of a session once. */
export function readingSteps(steps: readonly RecordedStep[]): IsReading {
  const calls = steps.map(graphqlCall);
  const queries = new Set(calls.flatMap((call) => (call?.isQuery === true ? (call.name ?? []) : [])));
  return (index) => {
    const { name = '', isQuery = queries.has(name) } = calls[index] ?? {};
    return isQuery || SAFE.test(steps[index]?.method ?? 'GET');
  };
}

interface GraphqlCall {
  readonly name: string | undefined;
  /** Absent where the call does not say it. */
  readonly isQuery: boolean | undefined;
}

function graphqlCall({ method, body }: RecordedStep): GraphqlCall | undefined {
  const mayBe =
    method === 'POST' &&
    body !== undefined &&
    body.text.length <= MAX_LENGTH &&
    MAY_BE_GRAPHQL.test(body.text);
  const json = mayBe ? readJson(body.text) : undefined;
  if (json === undefined || !isObject(json)) {
    return undefined;
  }
  const { query, operationName } = json;
  return {
    name: typeof operationName === 'string' ? operationName : undefined,
    isQuery: typeof query === 'string' ? QUERY.test(query) : undefined,
  };
}
