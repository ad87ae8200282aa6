/** What is wrong with the properties that an operation must not let roles set (`assign`) or see (`hidden`). */
import type { JsonPath } from '../../json/jsonDocument';
import type { Problem } from '../../problem';
import type { MatrixWithoutEffects } from './effects';
import { listedNames } from './availableNames';
import { ANONYMOUS, type MatrixOperation } from '../model/matrix';
import type { ProblemReporter } from './problemReporter';

/** Roles that no user has: nothing is asked about them. */
export function memberRoleProblems(
  { operations, users }: MatrixWithoutEffects,
  { atValue }: ProblemReporter,
): readonly Problem[] {
  const roles = [...new Set(users.map(({ role }) => role))].filter((role) => role !== ANONYMOUS);
  const named: readonly (readonly [JsonPath, string])[] = operations.flatMap(({ name, assign, hidden }) => [
    ...placesOf(
      ['operations', name, 'assign'],
      'except',
      assign.map(({ except }) => except),
    ),
    ...placesOf(
      ['operations', name, 'hidden'],
      'from',
      hidden.map(({ from }) => from),
    ),
  ]);
  return named
    .filter(([, role]) => !roles.includes(role))
    .map(([place, role]) =>
      atValue(place, {
        code: 'unknown-role',
        severity: 'warning',
        message: `No user has the role ${JSON.stringify(role)}, so nothing is asked about it. The roles are: ${listedNames(roles.map((one) => ({ name: one })))}.`,
      }),
    );
}

function placesOf(
  path: JsonPath,
  member: string,
  lists: readonly (readonly string[])[],
): readonly (readonly [JsonPath, string])[] {
  return lists.flatMap((roles, index) =>
    roles.map((role, at) => [[...path, index, member, at], role] as const),
  );
}

/** A member for operations that change something is given for one that reads, or the other way round. */
export function idleMemberProblems(
  { name, effect, assign, hidden }: MatrixOperation,
  { atName }: ProblemReporter,
): readonly Problem[] {
  const [member, items, why] =
    effect === 'read'
      ? (['assign', assign, 'what reads sets nothing. Declare another effect, or remove it.'] as const)
      : ([
          'hidden',
          hidden,
          'only operations that read are checked for it. Move it to such an operation.',
        ] as const);
  return items.length === 0
    ? []
    : [
        atName(['operations', name, member], {
          code: 'idle-member',
          severity: 'warning',
          message: `\`${member}\` of ${JSON.stringify(name)} is not tested: ${why}`,
        }),
      ];
}
