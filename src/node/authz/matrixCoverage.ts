/**
 * What a run tested of an API: of the description that a person chooses, else of those that the chains of the matrix
 * name, and of their other requests.
 */
import path from 'node:path';
import type { AuthzResult } from '../../core/authz/model/authzResult';
import type { LoadedMatrix } from '../../core/authz/model/matrix';
import { coverageOf, coverageOfChains, type Coverage } from '../../core/authz/report/coverage';
import { defined } from '../../core/defined';
import { UserError } from '../../core/errors';
import type { ApiListing } from '../../core/openapi/apiListing';
import { descriptionOf } from '../../core/openapi/namedDescription';
import type { Say } from '../../core/say';
import { listApi } from '../../formats/importers/read/openapi/listApi';
import { openSpec } from '../../formats/importers/read/openapi/readOpenapi';
import { fileOf, openNamed } from '../files/loadDescription';
import { openDescription } from '../files/openDescription';
import { loadMatrix } from './loadMatrix';

/** Reads the operations of a description. Rejects with UserError when it is none. */
export async function readOperations(name: string, folder: string): Promise<ApiListing> {
  return listApi(name, (await openDescription(name, folder)).spec);
}

/**
 * The coverage of a result; absent where neither a description nor the files of the matrix are at hand, and, without a
 * chosen description, where cells are missing because the person did not ask for them.
 */
export async function findCoverage(
  result: AuthzResult,
  workspace: string,
  chosen: ApiListing | undefined,
  say?: Say,
): Promise<Coverage | undefined> {
  if (chosen !== undefined) {
    return coverageOf(chosen, result);
  }
  if (isPart(result)) {
    return undefined;
  }
  const { matrix, environment } = result;
  const file = path.resolve(workspace, matrix.file);
  const loaded = await ifUsable(loadMatrix({ file, workspace, ...defined({ environment }) }));
  if (loaded === undefined) {
    return undefined;
  }
  return coverageOfChains(loaded, (await ifUsable(listNamed(loaded, workspace))) ?? [], result, say);
}

/** Whether cells were left out; those that an earlier run added count as asked for. */
function isPart({ cells, unselected = [] }: AuthzResult): boolean {
  const there = new Set(cells.map(({ fingerprint }) => fingerprint));
  return unselected.some((fingerprint) => !there.has(fingerprint));
}

/** The descriptions that the chains with operations of a matrix name, each once. */
async function listNamed(loaded: LoadedMatrix, workspace: string): Promise<readonly ApiListing[]> {
  const { matrix, chains, environment, environmentFile } = loaded;
  const around = environment && { file: environmentFile, environment };
  const files = new Set(matrix.operations.map(({ request }) => request.chain));
  const named = [...files].flatMap((file) => {
    const chain = chains.get(file);
    return chain === undefined ? [] : (descriptionOf(chain, around) ?? []);
  });
  const unique = new Map(named.map((one) => [fileOf(one), one]));
  return Promise.all(
    [...unique].map(async ([name, one]) =>
      listApi(name, (await openSpec(await openNamed(one, workspace))).spec),
    ),
  );
}

/** What it resolves to; absent when a file that it needs is missing or invalid. */
async function ifUsable<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof UserError) {
      return undefined;
    }
    throw error;
  }
}
