/** What a reader of a plan should know: questions that the matrix leaves unasked, and answers that would prove nothing. */
import type { Cell } from './cell';
import { grantedUsers, isAnonymous, ownersOf } from '../matrix/grants';
import type { LoadedMatrix, Matrix } from '../matrix/matrix';
import type { PlannedOperation } from './plannedCells';
import { neededVariables, outerValues } from '../../writtenValues';
import { variableUses } from '../../references';

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
    ...resourceNotes(matrix, cells),
    ...roleNotes(matrix),
  ];
}

/** Identifiers that an operation takes only through another variable, where no attack can exchange them. */
export function hiddenIds(
  planned: PlannedOperation,
  { chains, environment }: LoadedMatrix,
): readonly string[] {
  const { resource, places, request, loaded } = planned;
  if (resource === undefined || places.length > 0) {
    return [];
  }
  const required = chains.get(loaded.file)?.required.map(({ chain }) => chain) ?? [];
  const values = [loaded.chain.variables, ...outerValues(required, environment)];
  const used = variableUses(request, loaded.chain).filter(({ location }) => location.in !== 'expect');
  const needed = neededVariables(
    values,
    used.map(({ variable }) => variable),
  );
  return resource.id.filter((id) => needed.has(id));
}

function missingOperations(matrix: Matrix, operations: readonly PlannedOperation[]): readonly string[] {
  const planned = new Set(operations.map(({ operation }) => operation.name));
  return matrix.operations
    .filter(({ name }) => !planned.has(name))
    .map(
      ({ name, request: { chain, id = '' } }) =>
        `${name} is not tested: there is no request "${id}" in ${chain}. Name one as ${chain}#id.`,
    );
}

function operationNotes(planned: PlannedOperation, loaded: LoadedMatrix): readonly string[] {
  const { name } = planned.operation;
  const hidden = hiddenIds(planned, loaded);
  return [
    ...(grantedUsers(loaded.matrix, planned.operation).length > 0
      ? []
      : [
          `No user is granted ${name}, so a refusal of it proves nothing. Add a user who may, or a rule to the policy.`,
        ]),
    ...(hidden.length === 0
      ? []
      : [
          `${name} is not tested: it uses ${hidden.join(' and ')} only through another variable, where it cannot be exchanged. Write {{${hidden[0] ?? ''}}} in the request itself.`,
        ]),
  ];
}

function resourceNotes(matrix: Matrix, cells: readonly Cell[]): readonly string[] {
  return matrix.resources.flatMap((resource) => {
    const { name } = resource;
    const about = cells.filter((cell) => cell.resource === name);
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

function roleNotes({ policy, users }: Matrix): readonly string[] {
  return policy.roles
    .filter(({ role }) => !users.some((user) => user.role === role))
    .map(({ role }) => `What the policy says of the role ${role} is not tested: no user has it.`);
}
