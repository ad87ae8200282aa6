/**
 * What other files and the requests themselves say about places, after requests moved to another chain:
 * matrices name them by chain and id, bodies name files relative to their chain.
 *
 * What leads nowhere now, or contains references, stays unchanged: its new target is unknown.
 */
import type { NameMark } from '../analysis/chainSource';
import type { TextEdit } from '../edit/textEdit';
import { relativePath } from './chainPaths';
import type { AuthzSource } from './authzSource';
import { isAtOrAbove, pathFrom } from './filePath';

/** A request that went from one chain to another; chains by workspace path. */
export interface MovedRequest {
  readonly from: string;
  readonly id: string;
  readonly to: string;
  /** Its id there. */
  readonly newId: string;
}

/** The edits after which a matrix names moved requests where they are now. */
export function followMovedRequests(
  { file, requests }: Pick<AuthzSource, 'file' | 'requests'>,
  moved: readonly MovedRequest[],
): readonly TextEdit[] {
  return requests.flatMap(({ start, end, chain, request }) => {
    const move = moved.find(({ from, id }) => from === chain && id === request?.name);
    return move === undefined
      ? []
      : [written({ name: `${relativePath(file, move.to)}#${move.newId}`, start, end })];
  });
}

/** The edits after which names of files, written for one file, lead from another to the same places. */
export function followMovedFiles(names: readonly NameMark[], from: string, to: string): readonly TextEdit[] {
  if (isAtOrAbove(from, to) && isAtOrAbove(to, from)) {
    return [];
  }
  return names.flatMap(({ name, start, end }) => {
    const target = pathFrom(from, name);
    return target === undefined ? [] : [written({ name: relativePath(to, target), start, end })];
  });
}

/** The content of a string in a JSON file, without its quotes. */
function written({ name, start, end }: NameMark): TextEdit {
  return { offset: start, length: end - start, text: JSON.stringify(name).slice(1, -1) };
}
