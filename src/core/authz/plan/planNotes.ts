/** What a reader of a plan should know: questions that the matrix leaves unasked, and answers that would prove nothing. */
import type { Cell } from '../model/cell';
import { grantedUsers, isAnonymous, ownersOf } from '../matrix/grants';
import type { LoadedMatrix, Matrix } from '../model/matrix';
import { throwAwayFor, usersAtRisk } from '../matrix/throwAways';
import type { PlannedOperation } from './plannedCells';
import { hiddenIds } from './hiddenUses';
import { list } from '../../words';

/** Whole sentences, each once. */
export function planNotes(
  loaded: LoadedMatrix,
  operations: readonly PlannedOperation[],
  cells: readonly Cell[],
): readonly string[] {
  const { matrix } = loaded;
  return [
    ...(matrix.users.some(isAnonymous)
      ? []
      : [
          'Nothing is tested without credentials. Add a user of the role "anonymous", such as "nobody": { "role": "anonymous" }.',
        ]),
    ...missingOperations(matrix, operations),
    ...operations.flatMap((planned) => operationNotes(planned, loaded)),
    ...endingNotes(matrix, cells),
    ...resourceNotes(matrix, cells),
    ...roleNotes(matrix),
  ];
}

function missingOperations(matrix: Matrix, operations: readonly PlannedOperation[]): readonly string[] {
  const planned = new Set(operations.map(({ operation }) => operation.name));
  return matrix.operations
    .filter(({ name }) => !planned.has(name))
    .map(
      ({ name, request: { chain, id = '' } }) =>
        `${name} is not tested: ${chain} has no request "${id}". Name one as ${chain}#id.`,
    );
}

function operationNotes(planned: PlannedOperation, loaded: LoadedMatrix): readonly string[] {
  const { name } = planned.operation;
  const hidden = planned.places.length > 0 ? [] : hiddenIds(planned, loaded);
  return [
    ...(grantedUsers(loaded.matrix, planned.operation).length > 0
      ? []
      : [
          `No user is granted ${name}, so refusing it proves nothing. Add a user with that grant, or a rule to the policy.`,
        ]),
    ...(hidden.length === 0
      ? []
      : [
          `${name} is not tested: it uses ${hidden.join(' and ')} only through another variable or a function, where it cannot be replaced. Write {{${hidden[0] ?? ''}}} in the request itself.`,
        ]),
  ];
}

/** Operations that end the credentials of users of the matrix themselves, because nobody else can be made. */
function endingNotes(matrix: Matrix, cells: readonly Cell[]): readonly string[] {
  return matrix.operations.flatMap((operation) => {
    const asked = cells.filter((cell) => cell.skip === undefined && cell.operation === operation.name);
    const users = new Set(
      asked
        .flatMap((cell) => usersAtRisk(matrix, operation, cell))
        .filter((user) => throwAwayFor(matrix, user) === undefined),
    );
    const roles = new Set([...users].map(({ role }) => role));
    return users.size === 0
      ? []
      : [
          `${operation.name} ends credentials and runs last, but not on throw-away identities for ${list([...users].map(({ name }) => name))}: they sign in again, and the owner restores what changed. Describe in "throwAway" how to create another ${list([...roles])}.`,
        ];
  });
}

function resourceNotes(matrix: Matrix, cells: readonly Cell[]): readonly string[] {
  return matrix.resources.flatMap((resource) => {
    const { name } = resource;
    const about = cells.filter((cell) => cell.resource === name);
    if (isForUsersAlone(matrix, name)) {
      return [];
    }
    if (ownersOf(matrix, resource).length === 0) {
      return [
        `Nobody owns an object of ${name}: no user is granted its own, or any. Add a rule to the policy.`,
      ];
    }
    const granted = about.some(({ kind, places }) => kind === 'SELF' && places.length > 0);
    return !granted || about.some(({ kind }) => kind === 'OBJ')
      ? []
      : [
          `Nobody is tested on the ${name} of another user: that takes two users who are granted their own. Add one of such a role.`,
        ];
  });
}

/** Whether nothing is asked about a resource, which is there to make users of. */
function isForUsersAlone({ throwAway, operations }: Matrix, name: string): boolean {
  return (
    throwAway.some(({ resource }) => resource === name) &&
    !operations.some(({ resource }) => resource === name)
  );
}

function roleNotes({ policy, users }: Matrix): readonly string[] {
  return policy.roles
    .filter(({ role }) => !users.some((user) => user.role === role))
    .map(({ role }) => `The policy for the role ${role} is not tested: no user has it.`);
}
