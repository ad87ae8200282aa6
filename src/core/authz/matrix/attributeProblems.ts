/** What is wrong with the attributes of users, such as their tenant, and with the scopes of the policy that name them. */
import type { Problem } from '../../problem';
import { listedNames } from './availableNames';
import type { MatrixWithoutEffects } from './effects';
import { isAnonymous } from './grants';
import type { MatrixUser, RolePolicy } from '../model/matrix';
import type { ProblemReporter } from './problemReporter';

/** The problems of attributes, in no order. */
export function attributeProblems(
  { users, policy }: Pick<MatrixWithoutEffects, 'users' | 'policy'>,
  report: ProblemReporter,
): readonly Problem[] {
  const known = [...new Set(users.flatMap(({ attributes = {} }) => Object.keys(attributes)))];
  return [
    ...policy.roles.flatMap((role) => scopeProblems(role, known, report)),
    ...users.flatMap((user) => missingProblems(user, { policy, known }, report)),
    ...known.flatMap((name) => valueProblems(name, { users, policy }, report)),
  ];
}

/** Scopes that name an attribute of nobody. */
function scopeProblems(
  { role, rules }: RolePolicy,
  known: readonly string[],
  { atValue }: ProblemReporter,
): readonly Problem[] {
  const names = known.map((name) => ({ name }));
  const listed = known.length === 0 ? '' : ` Their attributes are: ${listedNames(names)}.`;
  return rules.flatMap(({ pattern, sharedBy = [] }) =>
    sharedBy
      .filter((name) => !known.includes(name))
      .map((name) =>
        atValue(['policy', role, pattern], {
          code: 'unknown-attribute',
          severity: 'error',
          message: `${JSON.stringify(name)} is not a scope, and no user has an attribute of that name. Write own, any or none, or add it to the \`attributes\` of users.${listed}`,
        }),
      ),
  );
}

/** Attributes that the policy names for the role of a user who does not have them. */
function missingProblems(
  user: MatrixUser,
  { policy, known }: Pick<MatrixWithoutEffects, 'policy'> & { readonly known: readonly string[] },
  { atName }: ProblemReporter,
): readonly Problem[] {
  const named = sharedAttributes(policy.roles.filter(({ role }) => role === user.role));
  return named
    .filter(
      (name) => known.includes(name) && !Object.hasOwn(user.attributes ?? {}, name) && !isAnonymous(user),
    )
    .map((name) =>
      atName(['users', user.name], {
        code: 'missing-attribute',
        severity: 'warning',
        message: `${JSON.stringify(user.name)} has no ${JSON.stringify(name)}, so a grant by ${name} covers only the objects of this user. Add it to \`attributes\`.`,
      }),
    );
}

/** Values that leave one of the two questions unasked: whether the same is let in, whether another is kept out. */
function valueProblems(
  name: string,
  { users, policy }: Pick<MatrixWithoutEffects, 'users' | 'policy'>,
  { atValue }: ProblemReporter,
): readonly Problem[] {
  const holders = users.flatMap(({ name: holder, role, attributes = {} }) =>
    Object.hasOwn(attributes, name) && !isAnonymous({ role }) ? [{ holder, value: attributes[name] }] : [],
  );
  const values = new Set(holders.map(({ value }) => value));
  const [first] = holders;
  if (first === undefined) {
    return [];
  }
  const place = ['users', first.holder, 'attributes', name];
  if (values.size === 1) {
    return [
      atValue(place, {
        code: 'single-attribute-value',
        severity: 'warning',
        message: `No user has another ${JSON.stringify(name)} than ${JSON.stringify(first.value)}, so no test crosses it. Add a user with another value.`,
      }),
    ];
  }
  return values.size === holders.length && sharedAttributes(policy.roles).includes(name)
    ? [
        atValue(place, {
          code: 'unshared-attribute',
          severity: 'warning',
          message: `No two users have the same ${JSON.stringify(name)}, so nothing tests what the policy grants by it. Add a user with the same value.`,
        }),
      ]
    : [];
}

/** Attributes that scopes of these roles name, each once. */
function sharedAttributes(roles: readonly RolePolicy[]): readonly string[] {
  return [...new Set(roles.flatMap(({ rules }) => rules.flatMap(({ sharedBy = [] }) => sharedBy)))];
}
