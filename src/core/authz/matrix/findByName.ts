/** Finds what a matrix names: chains, requests, operations, resources and users. */
import { UserError } from '../../errors';
import type { ChainRequest } from '../../model';
import type {
  MatrixChain,
  LoadedMatrix,
  RequestName,
  MatrixOperation,
  MatrixResource,
  MatrixUser,
} from '../model/matrix';

/** A request and the chain that contains it. */
export interface NamedRequest {
  readonly loaded: MatrixChain;
  readonly request: ChainRequest;
}

/** The chain that a name leads to. Throws UserError when it was not loaded. */
export function chainOf({ chains, file }: LoadedMatrix, { chain }: RequestName): MatrixChain {
  const loaded = chains.get(chain);
  if (loaded === undefined) {
    throw new UserError(
      `${file} names the chain ${chain}, which does not exist.`,
      'Correct the path; it is relative to the matrix.',
    );
  }
  return loaded;
}

/** The request that a name leads to. Throws UserError when there is none. */
export function requestOf(matrix: LoadedMatrix, name: RequestName): NamedRequest {
  const loaded = chainOf(matrix, name);
  const request = loaded.chain.requests.find(({ id }) => id === name.id);
  if (request === undefined) {
    const ids = loaded.chain.requests.map(({ id }) => id).join(', ');
    throw new UserError(
      `${matrix.file} names the request "${name.id ?? ''}", which ${name.chain} does not contain.`,
      `Write ${name.chain}#id; its requests are: ${ids || 'none'}.`,
    );
  }
  return { loaded, request };
}

/** An operation of the matrix that a cell names. */
export function operationOf({ matrix }: LoadedMatrix, name: string): MatrixOperation {
  return named(matrix.operations, name);
}

/** A resource of the matrix that an operation names. */
export function resourceOf({ matrix }: LoadedMatrix, name: string): MatrixResource {
  return named(matrix.resources, name);
}

/** A user of the matrix. */
export function userOf({ matrix }: LoadedMatrix, name: string): MatrixUser {
  return named(matrix.users, name);
}

function named<T extends { readonly name: string }>(items: readonly T[], name: string): T {
  const found = items.find((item) => item.name === name);
  if (found === undefined) {
    throw new Error(`the plan names ${name}, which the matrix does not have`);
  }
  return found;
}
