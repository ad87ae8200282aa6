/**
 * Effects that a matrix leaves open: they follow from the method of the request, which is known only
 * once the chains are read.
 */
import type { LoadedChain } from '../../run/plan';
import type { Effect, Matrix, MatrixOperation, RequestName } from '../model/matrix';
import { requestNamed } from './requestName';

/** A matrix as its file says it. */
export interface MatrixWithoutEffects extends Omit<Matrix, 'operations'> {
  readonly operations: readonly OperationWithoutEffect[];
}

/** An operation whose effect may be left to its method. */
export interface OperationWithoutEffect extends Omit<MatrixOperation, 'effect'> {
  readonly effect?: Effect;
}

/**
 * The matrix with every effect known.
 *
 * An operation whose request is not there is an action: the one that nothing is sent for without consent.
 */
export function withEffects(
  matrix: MatrixWithoutEffects,
  chains: ReadonlyMap<string, Pick<LoadedChain, 'chain'>>,
): Matrix {
  const operations = matrix.operations.map((operation) => ({
    ...operation,
    effect: declaredEffect(operation) ?? effectLeftOpen(operation, chains),
  }));
  return { ...matrix, operations };
}

/** What changes something is not reading, whatever else the file says. */
function declaredEffect({ effect, mutates }: OperationWithoutEffect): Effect | undefined {
  return mutates === true && effect === 'read' ? 'action' : effect;
}

function effectLeftOpen(
  { request, endsCredentials, mutates }: OperationWithoutEffect,
  chains: ReadonlyMap<string, Pick<LoadedChain, 'chain'>>,
): Effect {
  if (mutates === false) {
    return 'read';
  }
  const effect = effectOf(requestNamed(request, chains)?.method ?? '');
  // A log-out creates nothing, though it is a POST, and it is not reading, though it may be a GET.
  const isNoReading = endsCredentials === true || mutates === true;
  return (isNoReading && effect === 'read') || (endsCredentials === true && effect === 'create')
    ? 'action'
    : effect;
}

/** What a request of this method does to its object unless the matrix says otherwise (RFC 9110 §9.3, RFC 5789). */
export function effectOf(method: string): Effect {
  return EFFECTS.get(method.toUpperCase()) ?? 'action';
}

/** The chain files (workspace paths) that a matrix names, each once. */
export function chainsNamedBy({ users, resources, operations }: MatrixWithoutEffects): readonly string[] {
  const names: readonly (RequestName | undefined)[] = [
    ...users.flatMap(({ login, alive }) => [login, alive]),
    ...resources.flatMap(({ create, read, list, delete: remove }) => [create, read, list, remove]),
    ...operations.flatMap(({ request, probe, next }) => [request, probe, next]),
  ];
  return [...new Set(names.flatMap((name) => name?.chain ?? []))];
}

const EFFECTS: ReadonlyMap<string, Effect> = new Map([
  ['GET', 'read'],
  ['HEAD', 'read'],
  ['OPTIONS', 'read'],
  ['POST', 'create'],
  ['PUT', 'update'],
  ['PATCH', 'update'],
  ['DELETE', 'delete'],
]);
