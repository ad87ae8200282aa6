/**
 * Every place where a variable or a request id is named, across the files of a workspace folder.
 */
import type { ChainSource } from '../analysis/chainSource';
import type { FileOffset, LinkedFiles, Occurrence } from './linkedFiles';
import { rangeOf } from './subject';
import { scopesNaming, variableScopes } from './variableScopes';

/** Every occurrence of the variable that is named at a place, file by file. */
export function variableOccurrences(files: LinkedFiles, name: string, at: FileOffset): readonly Occurrence[] {
  return variableScopes(files, name, at).flatMap(({ occurrences }) => occurrences);
}

/** Occurrences of another name where it would get in the way of the variable at a place, or the other way round. */
export function clashingOccurrences(
  files: LinkedFiles,
  { name, other }: { readonly name: string; readonly other: string },
  at: FileOffset,
): readonly Occurrence[] {
  const family = variableScopes(files, name, at);
  const keys = new Set(family.map(({ key }) => key));
  const seen = new Set(family.flatMap(({ sees }) => sees));
  return scopesNaming(files, other)
    .filter(({ key, sees }) => keys.has(key) || seen.has(key) || sees.some((one) => keys.has(one)))
    .flatMap(({ occurrences }) => occurrences);
}

/** Where a request is named: its own id, then the matrices that use it. */
export function requestOccurrences(
  { chains, authz }: LinkedFiles,
  chain: string,
  id: string,
): readonly Occurrence[] {
  const own = chains.filter(({ source }) => source.file === chain);
  return [
    ...own.flatMap(({ source }) => requestIds(source, id)),
    ...authz.flatMap(({ file, requests }) =>
      requests.flatMap(({ chain: named, request }) =>
        named === chain && request?.name === id
          ? [{ file, range: rangeOf(request), role: 'use' as const }]
          : [],
      ),
    ),
  ];
}

function requestIds({ file, requests }: ChainSource, id: string): readonly Occurrence[] {
  return requests.flatMap(({ id: own, start, marks }) =>
    own === id && marks.id !== undefined
      ? [
          {
            file,
            range: { start: start + marks.id.start, end: start + marks.id.end },
            role: 'definition' as const,
          },
        ]
      : [],
  );
}
