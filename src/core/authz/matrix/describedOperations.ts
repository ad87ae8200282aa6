/** Which operation of a description (OpenAPI) a request is, by its method and path. */
import type { ChainRequest } from '../../model';
import { pathTemplate } from '../model/cellId';

/** An operation of a description. */
export interface DescribedOperation {
  /** In capitals. */
  readonly method: string;
  /** With its placeholders: `/users/{id}`. */
  readonly path: string;
}

/**
 * The operation that a request is; undefined where the description has none. A request may have more before the path, such
 * as that of the server. Of several that fit it is the longest, then the one with the fewest placeholders.
 */
export function describedOperation<Operation extends DescribedOperation>(
  request: Pick<ChainRequest, 'method' | 'url'>,
  operations: readonly Operation[],
): Operation | undefined {
  const sent = segmentsOf(pathTemplate(request));
  const fitting = operations.filter(
    ({ method, path }) => method === request.method.toUpperCase() && isEndOf(segmentsOf(path), sent),
  );
  const [first] = fitting.toSorted(
    (one, other) =>
      segmentsOf(other.path).length - segmentsOf(one.path).length ||
      placeholdersIn(one.path) - placeholdersIn(other.path),
  );
  return first;
}

/** Whether a path is the last part of another one, which has references or values for its placeholders. */
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
  const parts = segment.split(/\{[^{}]*\}/);
  if (parts.length === 1) {
    return segment === sent;
  }
  const [first = '', last = ''] = [parts[0], parts.at(-1)];
  return sent.length > first.length + last.length && sent.startsWith(first) && sent.endsWith(last);
}

function placeholdersIn(path: string): number {
  return path.split('{').length - 1;
}

function segmentsOf(path: string): readonly string[] {
  return path.split('/').filter((segment) => segment !== '');
}
