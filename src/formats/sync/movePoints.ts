/** An operation with another method or path: the request follows it and keeps what it writes for each parameter. */
import { encodeAround } from '../../core/prepare/url';
import { hideReferences, splitUrl } from '../../core/prepare/template';
import { operationText } from '../../core/openapi/assignToOperations';
import { createOperationMatcher, type SentRequest } from '../../core/openapi/matchOperation';
import type { Point } from './correction';
import type { ChangedRequest } from './requestToReview';

/** What is said of it. */
export function* movePoints({ request, before, after, moved }: ChangedRequest): Generator<Point> {
  const [from, to] = [operationText(before.operation), operationText(after.operation)];
  const text = `Calls ${to}, which was ${from}.`;
  if (moved !== undefined && moved.method !== request.method) {
    yield { kind: 'set', path: ['method'], value: moved.method, text };
  }
  if (moved !== undefined && moved.url !== request.url) {
    yield { kind: 'set', path: ['url'], value: moved.url, text };
  }
}

/**
 * The new method and URL of a request that is still at the old ones: what comes before the path of the operation, and after
 * it, stays.
 *
 * @param values of the parameters in its path, as they are written
 */
export function movedCall(
  { url }: SentRequest,
  { before, after }: Pick<ChangedRequest, 'before' | 'after'>,
  values: ReadonlyMap<string, string>,
): SentRequest {
  const { queryStart } = splitUrl(url);
  const renamed = renamedParameters(before.operation.path, after.operation.path);
  const match = createOperationMatcher([after.operation]);
  const example = match({ method: after.operation.method, url: after.written?.url ?? '' })?.parameters;
  const path = after.operation.path.replace(/\{([^{}]+)\}/g, (_whole, name: string) => {
    const value = values.get(name) ?? values.get(renamed.get(name) ?? '');
    return value === undefined ? (example?.get(name) ?? `{{${name}}}`) : encodeAround(value);
  });
  return {
    method: after.operation.method,
    url: url.slice(0, pathStart(url, before.operation.path)) + path + url.slice(queryStart),
  };
}

/** Old names of parameters by their new ones: those after the same text, else the only one on both sides. */
function renamedParameters(before: string, after: string): ReadonlyMap<string, string> {
  const [old, now] = [parametersOf(before), parametersOf(after)];
  const own = old.filter(({ name }) => now.every((other) => other.name !== name));
  const fresh = now.filter(({ name }) => old.every((other) => other.name !== name));
  return new Map(
    fresh.flatMap(({ name, text }): [string, string][] => {
      const same = own.filter((one) => one.text === text);
      const [found, ...others] = own.length === 1 && fresh.length === 1 ? own : same;
      return found === undefined || others.length > 0 ? [] : [[name, found.name]];
    }),
  );
}

/** The parameters of a path, each with the segment before it. */
function parametersOf(path: string): readonly { readonly text: string; readonly name: string }[] {
  return [...path.matchAll(/([^{}/]*\/?[^{}/]*)\{([^{}]+)\}/g)].map(([, text = '', name = '']) => ({
    text,
    name,
  }));
}

/** Where the path of the operation that a URL calls begins in it: at as many segments before its end. */
export function pathStart(url: string, path: string): number {
  const literal = hideReferences(url).slice(0, splitUrl(url).queryStart);
  let start = literal.length;
  for (const segment of path.split('/')) {
    if (segment !== '') {
      while (literal[start - 1] === '/') {
        start -= 1;
      }
      start = literal.lastIndexOf('/', start - 1);
    }
  }
  return start;
}
