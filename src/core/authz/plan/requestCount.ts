/**
 * The strict count of the specification (section 2.8), to measure what a run sends: the cost of a run in which
 * every attack that may change something gets an object of its own, with one request per operation for
 * calibration and one per resource and owner for what changes by itself.
 */
import { groupBy } from '../../groupBy';
import { requestNamed } from '../matrix/requestName';
import type { Cell, MatrixPlan } from '../model/cell';
import type { LoadedMatrix, MatrixUser, RequestName } from '../model/matrix';
import { isOwnControl, throwAwayFor, usersAtRisk } from '../matrix/throwAways';
import { comparesMembers } from './exposureCells';
import { isEnded } from './requests/tokenVariants';
import { isMutating } from './requests/variants';

/**
 * `N = Σa + Σ_r [ (1+K_a)(s+t) + Σ_read(1+K_a+K·v) + Σ_mut( (1+K_a)(s+1+t) + K·v(s+3+t) ) ] + L`
 *
 * The sum over r is over pairs of resource and owner, and over functions that concern no object. Its terms:
 * `K_a` is the number of callers with credentials besides the owner. `s` and `t` are the requests that create
 * and delete an object: the first term are those that reading cells share, one of the owner and one of each
 * caller. A reading operation costs the control of the owner, one of each caller and `K·v`: its cells, one per
 * caller, location and variant. An operation that changes something makes each control on an object of its own
 * (`s+1+t`), and each attack as well, between two looks of the owner (`s+3+t`). `SELF` cells of the owner are
 * the control itself and cost nothing more.
 *
 * An operation that ends credentials has users for objects: each control takes one more, and each attack one on
 * either side who signs in. To N is added `Σ (s_u + a + t_u)` over them, `s_u` and `t_u` being the requests that
 * make and remove a user, and `a` those that sign it in.
 *
 * A token that has ended costs a further session besides its attack: `a + 2`.
 *
 * It is a measure and no limit. Only answers tell what else a run needs, and that is not in it: `L`, looks whether
 * credentials hold after a refusal; who is signed in, asked of each user once; further pages of lists; probes of
 * operations; looks at identifiers that calibration makes up, before anything is changed by them; second looks
 * where something moves by itself; and what is repeated after waiting or with new credentials. A run makes up for
 * that by using one object for several attacks as long as nothing changed it. Limits are `limits` of the matrix.
 *
 * @param loginRequests `Σa`: requests that sign users in
 */
export function strictCount(loaded: LoadedMatrix, plan: MatrixPlan, loginRequests: number): number {
  const cells = plan.cells.filter(({ skip }) => skip === undefined);
  const groups = groupBy(cells, ({ resource, owner, operation }) =>
    JSON.stringify(resource === undefined ? [operation] : [resource, owner ?? null]),
  );
  const perGroup = [...groups.values()].map((group) => groupCount(loaded, group));
  return (
    loginRequests +
    sum(perGroup) +
    calibrations(cells) +
    throwAwayRequests(loaded, cells) +
    sum(cells.filter(isEnded).map((cell) => furtherSession(loaded, cell)))
  );
}

/** How many of the requests of {@link strictCount} attack packs add. */
export function packCount(loaded: LoadedMatrix, plan: MatrixPlan): number {
  const cells = plan.cells.filter(({ variant }) => variant === undefined);
  return strictCount(loaded, plan, 0) - strictCount(loaded, { ...plan, cells }, 0);
}

/** Signing in, reading the object and signing out, before its attack; one that expires has at most as many. */
function furtherSession(loaded: LoadedMatrix, { owner }: Cell): number {
  return lengthOf(loaded, loaded.matrix.users.find(({ name }) => name === owner)?.login) + 2;
}

function throwAwayRequests(loaded: LoadedMatrix, cells: readonly Cell[]): number {
  const { matrix } = loaded;
  const costs = (user: MatrixUser): number => {
    const how = throwAwayFor(matrix, user);
    const resource = matrix.resources.find(({ name }) => name === how?.resource);
    return how === undefined
      ? 0
      : lengthOf(loaded, resource?.create) +
          lengthOf(loaded, user.login) +
          lengthOf(loaded, resource?.delete);
  };
  const perOperation = matrix.operations.map((operation) => {
    const asked = cells.filter((cell) => cell.operation === operation.name);
    const controls = new Set(asked.flatMap((cell) => usersAtRisk(matrix, operation, cell)));
    const attackers = asked
      .filter((cell) => !isOwnControl(cell))
      .flatMap((cell) => usersAtRisk(matrix, operation, cell));
    return sum([...controls, ...attackers].map(costs));
  });
  return sum(perOperation);
}

function groupCount(loaded: LoadedMatrix, cells: readonly Cell[]): number {
  const resource = loaded.matrix.resources.find(({ name }) => name === cells[0]?.resource);
  const s = lengthOf(loaded, resource?.create);
  const t = lengthOf(loaded, resource?.delete);
  const operations = groupBy(cells, ({ operation }) => operation);
  const volatility = resource?.read === undefined ? 0 : 1;
  return (
    (1 + callersOf(cells)) * (s + t) +
    sum([...operations.values()].map((asked) => operationCount(asked, s, t))) +
    volatility
  );
}

function operationCount(cells: readonly Cell[], s: number, t: number): number {
  const controls = 1 + callersOf(cells);
  const attacks = cells.filter(isAttack);
  const mutating = attacks.filter(isMutating).length;
  const reading = attacks.length - mutating;
  const control = cells.some(({ effect }) => effect !== 'read') ? s + 1 + t : 1;
  return controls * control + reading + mutating * (s + 3 + t);
}

/** Whether a cell sends something besides the controls. */
function isAttack(cell: Cell): boolean {
  const { kind, owner, caller } = cell;
  return (kind !== 'SELF' && !comparesMembers(cell)) || owner !== caller;
}

function callersOf(cells: readonly Cell[]): number {
  const callers = cells.filter(({ kind, owner, caller }) => kind !== 'ANON' && caller !== owner);
  return new Set(callers.map(({ caller }) => caller)).size;
}

/** One for each operation that is asked about the object of another. */
function calibrations(cells: readonly Cell[]): number {
  const calibrated = cells.filter((cell) => cell.places.length > 0 && isAttack(cell));
  return new Set(calibrated.map(({ operation }) => operation)).size;
}

/** The requests that a name means: one, or a whole chain with those it requires. */
function lengthOf({ chains }: LoadedMatrix, name: RequestName | undefined): number {
  if (name === undefined) {
    return 0;
  }
  if (requestNamed(name, chains) !== undefined) {
    return 1;
  }
  const loaded = chains.get(name.chain);
  const all = loaded === undefined ? [] : [...loaded.required.map(({ chain }) => chain), loaded.chain];
  return sum(all.map(({ requests }) => requests.length));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
