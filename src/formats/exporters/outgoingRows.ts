/** Rows of data in exports: which requests are sent for each of them, and what rows of a chain may say. */
import type { Chain } from '../../core/model';
import { jsonTexts, referencedVariables, variableUses } from '../../core/prepare/references';
import type { ExportedChain } from './exportedChain';
import { withConstants } from './lateConstants';
import type { OutgoingRequest } from './outgoingRequests';

/** How many requests come before those that are sent for each row: those of required chains, up to the first that uses a column. */
export function sentOnce(
  requests: readonly OutgoingRequest[],
  { parts, constants, columns }: ExportedChain,
): number {
  const usesColumn = ({ request, auth }: OutgoingRequest): boolean => {
    const names = variableUses(request, { auth }).map(({ variable }) => variable);
    return withConstants(names, constants).some((name) => columns.has(name));
  };
  const ofRows = requests.filter(usesColumn).map(({ part }) => parts.indexOf(part));
  const first = Math.min(parts.length - 1, ...ofRows);
  return requests.filter(({ part }) => parts.indexOf(part) < first).length;
}

/** Whether the rows of a chain are a file, or refer to none of their own columns. */
export function standAlone(data: NonNullable<Chain['data']>): boolean {
  if (typeof data === 'string') {
    return true;
  }
  const columns = new Set(data.flatMap((row) => Object.keys(row)));
  const used = data.flatMap((row) => jsonTexts(row).flatMap(({ text }) => referencedVariables(text)));
  return !used.some((name) => columns.has(name));
}
