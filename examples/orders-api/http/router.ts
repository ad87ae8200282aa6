/** Routes: a method and a path template with `{parameters}` that lead to a handler. First match wins. */
import type { Target } from './target';
import type { Call } from '../api';
import { empty, failure, Problem, type Reply } from './reply';
import { badRequest } from './request';

/** Carries out one operation. */
export type Handler = (call: Call) => Reply | Promise<Reply>;

/** One operation of the API. */
export interface Route {
  readonly method: string;
  readonly template: string;
  readonly handle: Handler;
}

/** A route that fits, with the decoded values of its path parameters. */
export interface Match {
  readonly handle: Handler;
  readonly parameters: ReadonlyMap<string, string>;
}

/** Finds the route of a target; throws a 404, or a 405 (OPTIONS: a 204) that lists the methods. */
export function findRoute(routes: readonly Route[], target: Target): Match {
  const wanted = target.method === 'HEAD' ? 'GET' : target.method;
  const methods: string[] = [];
  for (const route of routes) {
    const parameters = matchPath(route.template, target.path);
    if (parameters !== undefined && route.method === wanted) {
      return { handle: route.handle, parameters };
    }
    methods.push(...(parameters === undefined ? [] : [route.method]));
  }
  if (methods.length === 0) {
    throw new Problem(
      failure(404, 'no-such-endpoint', `There is no ${target.path}. GET / lists what there is.`),
    );
  }
  const allow = [['Allow', [...new Set(methods)].join(', ')]] as const;
  throw new Problem(
    wanted === 'OPTIONS'
      ? empty(204, allow)
      : failure(405, 'method-not-allowed', `${target.path} does not know ${target.method}.`, allow),
  );
}

/** A template that ends in `/*` fits every path below, in any case. */
function matchPath(template: string, path: string): ReadonlyMap<string, string> | undefined {
  if (template.endsWith('/*')) {
    return path.toLowerCase().startsWith(template.slice(0, -1)) ? new Map() : undefined;
  }
  const expected = template.split('/');
  const actual = path.split('/');
  if (expected.length !== actual.length) {
    return undefined;
  }
  const parameters = new Map<string, string>();
  for (const [index, segment] of expected.entries()) {
    const value = actual[index] ?? '';
    if (segment.startsWith('{') && value !== '') {
      parameters.set(segment.slice(1, -1), decode(value));
    } else if (segment !== value) {
      return undefined;
    }
  }
  return parameters;
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw badRequest(
      'invalid-path',
      `The path segment ${JSON.stringify(segment)} is not percent-encoded UTF-8.`,
    );
  }
}
