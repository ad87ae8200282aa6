/** What to test after a change of the API: operations of a matrix that send what an older description does not have. */
import { requestOf } from '../../core/authz/matrix/findByName';
import { createOperationMatcher } from '../../core/openapi/matchOperation';
import { plural } from '../../core/words';
import {
  changedOperations,
  type OperationChange,
} from '../../formats/importers/read/openapi/changedOperations';
import { listApi } from '../../formats/importers/read/openapi/listApi';
import { loadMatrix, type MatrixJob } from '../../node/authz/loadMatrix';
import { printable } from '../paint';
import { openDescription } from './openDescription';

/** Names of the operations of a matrix that are new or changed; says which on the error output. */
export async function changedSince(
  job: MatrixJob,
  { older, newer }: { readonly older: string; readonly newer: string },
  folder: string,
): Promise<readonly string[]> {
  const loaded = await loadMatrix(job);
  const { spec: before } = await openDescription(older, folder);
  const { spec: after } = await openDescription(newer, folder);
  const changes = changedOperations(before, after).filter(({ change }) => change !== 'gone');
  const { operations, servers } = listApi(newer, after);
  const match = createOperationMatcher(operations, servers);
  const sent = loaded.matrix.operations.map(({ name, request }) => ({
    name,
    described: match(requestOf(loaded, request).request)?.operation,
  }));
  const found = changes.map((change) => ({
    change,
    names: sent.flatMap(({ name, described }) =>
      described?.method === change.method && described.path === change.path ? [name] : [],
    ),
  }));
  console.error(`${plural(changes.length, 'operation')} changed since ${printable(older)}.`);
  found.forEach(({ change, names }) => {
    console.error(printable(changeText(change, names)));
  });
  return found.flatMap(({ names }) => names);
}

/** `  GET /orders/{id}, changed: order.read`. */
function changeText({ method, path: at, change }: OperationChange, names: readonly string[]): string {
  return `  ${method} ${at}, ${change}: ${names.length === 0 ? 'no operation of the matrix sends it' : names.join(', ')}`;
}
