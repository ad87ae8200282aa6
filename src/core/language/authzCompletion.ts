/**
 * What can be written in an authorization matrix where it names other files: chains, requests of chains
 * (`orders.chain.json#get-order`) and environments.
 */
import type { TextRange } from '../problem';
import type { AuthzSource, RequestMark } from './authzSource';
import { relativePath } from './chainPaths';
import { contains } from './subject';
import type { Suggestion } from './suggestion';

/** What is known in addition to the matrix. */
export interface AuthzContext {
  readonly source: AuthzSource;
  /** Workspace paths of the chains of the workspace. */
  readonly chains: readonly string[];
  readonly environments: readonly string[];
}

/** The chain whose requests can be named at an offset: a workspace path. Absent elsewhere. */
export function chainNamedAt(source: AuthzSource, offset: number): string | undefined {
  const mark = markAt(source, offset);
  return mark !== undefined && offset > mark.chainRange.end ? mark.chain : undefined;
}

/**
 * What can be written at an offset.
 *
 * @param ids of the requests of the chain that {@link chainNamedAt} gives
 */
export function completeAuthz(
  { source, chains, environments }: AuthzContext,
  offset: number,
  ids: readonly string[],
): readonly Suggestion[] {
  const { environment } = source;
  if (environment !== undefined && contains(environment, offset)) {
    return environments.map((name) => suggestion('environment', name, environment));
  }
  const mark = markAt(source, offset);
  if (mark === undefined) {
    return [];
  }
  if (offset > mark.chainRange.end) {
    const range = { start: mark.chainRange.end + 1, end: mark.end };
    return ids.map((id) => suggestion('value', id, range));
  }
  return chains.map((chain) => suggestion('file', relativePath(source.file, chain), mark.chainRange));
}

function markAt({ requests }: AuthzSource, offset: number): RequestMark | undefined {
  return requests.find((mark) => contains(mark, offset));
}

function suggestion(kind: Suggestion['kind'], text: string, { start, end }: TextRange): Suggestion {
  const written = JSON.stringify(text).slice(1, -1);
  return { kind, label: text, text: written, isSnippet: false, range: { start, end }, filter: written };
}
