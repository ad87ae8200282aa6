/** What to test after a change of the API: operations of a matrix that send what an older description does not have. */
import { requestOf } from '../../core/authz/matrix/findByName';
import { operationText } from '../../core/openapi/assignToOperations';
import { createOperationMatcher } from '../../core/openapi/matchOperation';
import { plural } from '../../core/words';
import { compareOperations } from '../../formats/importers/read/openapi/compareOperations';
import { listApi } from '../../formats/importers/read/openapi/listApi';
import { loadMatrix, type MatrixJob } from '../../node/authz/loadMatrix';
import { printable } from '../paint';
import { openDescription } from '../../node/files/openDescription';

/** Names of the operations of a matrix that are new or changed; says which on the error output. */
export async function changedSince(
  job: MatrixJob,
  { older, newer }: { readonly older: string; readonly newer: string },
  folder: string,
): Promise<readonly string[]> {
  const loaded = await loadMatrix(job);
  const { spec: before } = await openDescription(older, folder);
  const { spec: after } = await openDescription(newer, folder);
  const { operations, servers } = listApi(newer, after);
  const changes = compareOperations(
    { spec: before, operations: listApi(older, before).operations },
    { spec: after, operations },
  ).flatMap((one) => (one.change === 'new' || one.change === 'changed' ? [one] : []));
  const match = createOperationMatcher(operations, servers);
  const sent = loaded.matrix.operations.map(({ name, request }) => ({
    name,
    described: match(requestOf(loaded, request).request)?.operation,
  }));
  const found = changes.map(({ change, after: operation }) => ({
    text: `${operationText(operation)}, ${change}`,
    names: sent.flatMap(({ name, described }) => (described === operation ? [name] : [])),
  }));
  console.error(`${plural(changes.length, 'operation')} changed since ${printable(older)}.`);
  found.forEach(({ text, names }) => {
    console.error(
      printable(
        `  ${text}: ${names.length === 0 ? 'no operation of the matrix sends it' : names.join(', ')}`,
      ),
    );
  });
  return found.flatMap(({ names }) => names);
}
