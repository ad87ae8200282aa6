/** Which operation of an API a request is, by its method and path, whatever parameters are called. */

/** An operation: `GET` and `/orders/{id}` or, as in a chain, `/orders/{{orderId}}`. */
export interface ApiOperation {
  readonly method: string;
  readonly path: string;
}

/**
 * The operation that a request is; undefined where there is none. A request may have more before the path, such as that
 * of the server. Of several that fit it is the longest, then the one with the fewest parameters.
 */
export function describedOperation<Operation extends ApiOperation>(
  request: ApiOperation,
  operations: readonly Operation[],
): Operation | undefined {
  const sent = segmentsOf(request.path);
  const fitting = operations.filter(
    ({ method, path }) =>
      method.toUpperCase() === request.method.toUpperCase() && isEndOf(segmentsOf(path), sent),
  );
  const [first] = fitting.toSorted(
    (one, other) =>
      segmentsOf(other.path).length - segmentsOf(one.path).length ||
      parametersIn(one.path) - parametersIn(other.path),
  );
  return first;
}

/** Whether a path is the last part of another one, which has references or values for its parameters. */
function isEndOf(path: readonly string[], sent: readonly string[]): boolean {
  const before = sent.length - path.length;
  return (
    before >= 0 &&
    (before === 0 || path.some((segment) => !segment.includes('{'))) &&
    path.every((segment, index) => fits(segment, sent[before + index] ?? ''))
  );
}

/** `{id}.json` fits `{{orderId}}.json` and `7.json`. */
function fits(segment: string, sent: string): boolean {
  const parts = segment.split(PARAMETER);
  if (parts.length === 1) {
    return segment === sent;
  }
  const [first = '', last = ''] = [parts[0], parts.at(-1)];
  return sent.length > first.length + last.length && sent.startsWith(first) && sent.endsWith(last);
}

const PARAMETER = /\{+[^{}]*\}+/;

function parametersIn(path: string): number {
  return path.split(PARAMETER).length - 1;
}

function segmentsOf(path: string): readonly string[] {
  return path.split('/').filter((segment) => segment !== '');
}
