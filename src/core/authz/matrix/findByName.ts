/** Finds what a matrix names: chains, requests, operations, resources and users. */
import { UserError } from '../../errors';
import type { JsonValue } from '../../json/json';
import type { ChainRequest } from '../../model';
import type { CookieJar } from '../../ports';
import type { RunPorts } from '../../run/runStep';
import type { Ledger } from '../act/ledger';
import type { Listings } from '../objects/listings';
import type { Planting } from '../act/objects/canaryPlacement';
import type {
  LoadedMatrix,
  MatrixChain,
  MatrixOperation,
  MatrixResource,
  MatrixUser,
  RequestName,
} from '../model/matrix';
import type { Sender } from '../act/sender/sender';
import type { WithTimeToAnswer } from '../act/sender/sendGuard';

/** Everything impure that a run needs; each user has cookies of their own. */
export interface AuthzPorts extends Omit<RunPorts, 'cookies'> {
  readonly newCookies: () => CookieJar;
  readonly ledger: Ledger;
  /** For changes that are under way when the run is cancelled. */
  readonly withTimeToAnswer: WithTimeToAnswer;
}

/** What everything that sends needs. */
export interface AuthzContext {
  readonly loaded: LoadedMatrix;
  readonly ports: AuthzPorts;
  /** Values given by the person who runs, by variable name. */
  readonly overrides: ReadonlyMap<string, JsonValue>;
  readonly sender: Sender;
  /** Of the planted texts. */
  readonly seed: string;
  /** Where they are planted. */
  readonly planting: Planting;
  /** What lists showed so far. */
  readonly listings: Listings;
  /** Of this run alone: another one with the same seed must not take its entries of the ledger for its own. */
  readonly runId: string;
  /** Whether objects may be created. */
  readonly mayChange: boolean;
}

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
