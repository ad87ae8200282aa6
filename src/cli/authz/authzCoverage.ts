/** What a run tested of an API: of a description that the user names, else of the chains of the matrix. */
import path from 'node:path';
import type { AuthzResult } from '../../core/authz/model/authzResult';
import { coverageOf, operationsOfChains, type Coverage } from '../../core/authz/report/coverage';
import { UserError } from '../../core/errors';
import type { ApiListing } from '../../core/openapi/apiListing';
import { listApi } from '../../formats/importers/read/openapi/listApi';
import { loadMatrix } from '../../node/authz/loadMatrix';
import { openDescription } from './openDescription';

/** Reads the operations of a description. Rejects with UserError when it is none. */
export async function readOperations(name: string, folder: string): Promise<ApiListing> {
  return listApi(name, (await openDescription(name, folder)).spec);
}

/**
 * The coverage of a result; absent where neither a description nor the files of the matrix are at hand, and, without a
 * description, where the person asked for some cells only.
 */
export async function findCoverage(
  result: AuthzResult,
  workspace: string,
  described: ApiListing | undefined,
): Promise<Coverage | undefined> {
  if (described !== undefined) {
    return coverageOf(described, result);
  }
  if (result.unselected !== undefined) {
    return undefined;
  }
  try {
    const loaded = await loadMatrix({ file: path.resolve(workspace, result.matrix.file), workspace });
    return coverageOf({ name: 'the chains', servers: [], operations: operationsOfChains(loaded) }, result);
  } catch (error) {
    if (error instanceof UserError) {
      return undefined;
    }
    throw error;
  }
}
