/** What a run tested of an API: of a description that the user names, else of the chains of the matrix. */
import path from 'node:path';
import type { AuthzResult } from '../../core/authz/model/authzResult';
import type { ApiOperation } from '../../core/openapi/matchOperation';
import { pathTemplate } from '../../core/authz/model/cellId';
import { coverageOf, operationsOfChains, type Coverage } from '../../core/authz/report/coverage';
import { UserError } from '../../core/errors';
import { readDescription } from '../../formats/importers/importers';
import { loadMatrix } from '../../node/authz/loadMatrix';
import { openSource } from '../../node/files/openSource';

/** A description of an API. */
export interface DescribedOperations {
  /** As the user named it. */
  readonly name: string;
  readonly operations: readonly ApiOperation[];
}

/** Reads the operations of a description. Rejects with UserError when it is none. */
export async function readOperations(name: string, folder: string): Promise<DescribedOperations> {
  const opened = await openSource(path.resolve(folder, name), name);
  const api = opened.kind === 'file' ? await readDescription(opened) : undefined;
  if (api === undefined) {
    throw new UserError(`${name} is no OpenAPI description.`, 'Name the file that lists the operations.');
  }
  const operations = api.collection.requests.flatMap((request) =>
    request.kind === 'kept'
      ? [{ method: request.request.method, path: pathTemplate({ url: request.request.url }) }]
      : [],
  );
  return { name, operations };
}

/**
 * The coverage of a result; absent where neither a description nor the files of the matrix are at hand, and, without a
 * description, where the person asked for some cells only.
 */
export async function findCoverage(
  result: AuthzResult,
  workspace: string,
  described: DescribedOperations | undefined,
): Promise<Coverage | undefined> {
  if (described !== undefined) {
    return coverageOf(described.name, described.operations, result);
  }
  if (result.unselected !== undefined) {
    return undefined;
  }
  try {
    const loaded = await loadMatrix({ file: path.resolve(workspace, result.matrix.file), workspace });
    return coverageOf('the chains', operationsOfChains(loaded), result);
  } catch (error) {
    if (error instanceof UserError) {
      return undefined;
    }
    throw error;
  }
}
