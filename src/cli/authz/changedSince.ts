/** What to test after a change of the API: operations of a matrix that send what an older description does not have. */
import path from 'node:path';
import { describedOperation, type ApiOperation } from '../../core/authz/matrix/describedOperations';
import { requestOf } from '../../core/authz/matrix/findByName';
import { pathTemplate } from '../../core/authz/model/cellId';
import { UserError } from '../../core/errors';
import type { ChainRequest } from '../../core/model';
import { plural } from '../../core/words';
import {
  changedOperations,
  type OperationChange,
} from '../../formats/importers/read/openapi/changedOperations';
import { listOperations } from '../../formats/importers/read/openapi/operations';
import { openSpec } from '../../formats/importers/read/openapi/readOpenapi';
import type { Spec } from '../../formats/importers/read/openapi/spec';
import { loadMatrix, type MatrixJob } from '../../node/authz/loadMatrix';
import { openSource } from '../../node/files/openSource';
import { printable } from '../paint';

/** Names of the operations of a matrix that are new or changed; says which on the error output. */
export async function changedSince(
  job: MatrixJob,
  { older, newer }: { readonly older: string; readonly newer: string },
  folder: string,
): Promise<readonly string[]> {
  const loaded = await loadMatrix(job);
  const [before, after] = [await specIn(older, folder), await specIn(newer, folder)];
  const changes = changedOperations(before, after).filter(({ change }) => change !== 'gone');
  const sent = loaded.matrix.operations.map(({ name, request }) => ({
    name,
    described: describedOperation(sentBy(requestOf(loaded, request).request), listOperations(after)),
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

function sentBy(request: ChainRequest): ApiOperation {
  return { method: request.method, path: pathTemplate(request) };
}

/** `  GET /orders/{id}, changed: order.read`. */
function changeText({ method, path: at, change }: OperationChange, names: readonly string[]): string {
  return `  ${method} ${at}, ${change}: ${names.length === 0 ? 'no operation of the matrix sends it' : names.join(', ')}`;
}

async function specIn(name: string, folder: string): Promise<Spec> {
  const source = await openSource(path.resolve(folder, name), name);
  if (source.kind === 'folder') {
    throw new UserError(`${name} is a folder.`, 'Name the OpenAPI file in it.');
  }
  try {
    return (await openSpec(source)).spec;
  } catch (error) {
    throw error instanceof UserError ? new UserError(`${name}: ${error.what}`, error.todo) : error;
  }
}
