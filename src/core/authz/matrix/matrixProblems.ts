/**
 * Problems of an authorization matrix that can be found without its chains: names that nothing
 * bears, grants without effect, users who cannot prove who they are.
 */
import { problemAt, type JsonDocument, type JsonPath } from '../../json/jsonDocument';
import { pathFault } from '../../json/jsonPath';
import { renderUnmasked } from '../../message';
import { originFaults } from '../../permission/originFaults';
import type { Problem } from '../../problem';
import { compileRegex } from '../../regex';
import type { MatrixWithoutEffects } from './effects';
import { attributeProblems } from './attributeProblems';
import { listedNames } from './availableNames';
import {
  ANONYMOUS,
  fits,
  grantOf,
  type MatrixResource,
  type MatrixUser,
  type RolePolicy,
} from '../model/matrix';
import { memberRoleProblems } from './memberProblems';
import { createProblemReporter, type ProblemReporter, type UnlocatedProblem } from './problemReporter';
import { requestNameFrom, requestPlaces } from './requestName';
import { throwAwayProblems } from './throwAwayProblems';

/** The problems of a matrix that fulfils its schema, in no order. */
export function matrixProblems(document: JsonDocument, matrix: MatrixWithoutEffects): readonly Problem[] {
  const report = createProblemReporter(document);
  return [
    ...namesOutside(document),
    ...matrix.users.flatMap((user) => userProblems(user, matrix, report)),
    ...matrix.resources.flatMap((resource) => resourceProblems(resource, matrix, report)),
    ...operationProblems(matrix, report),
    ...memberRoleProblems(matrix, report),
    ...policyProblems(matrix, report),
    ...attributeProblems(matrix, report),
    ...pathProblems(matrix, report),
    ...regexProblems(matrix, report),
    ...waiverProblems(matrix, report),
    ...throwAwayProblems(matrix, report),
    ...originFaults(document, ['allowHosts'], matrix.allowHosts),
  ];
}

function namesOutside(document: JsonDocument): readonly Problem[] {
  return requestPlaces(document)
    .filter(({ text }) => requestNameFrom(document.file, text) === undefined)
    .map((place) =>
      problemAt(document, place, {
        code: 'unknown-request',
        severity: 'error',
        message: `${JSON.stringify(place.text)} is outside the workspace. Name a chain inside it, relative to this file.`,
      }),
    );
}

function userProblems(
  { name, role, login, variables }: MatrixUser,
  { policy }: MatrixWithoutEffects,
  { atValue, atName }: ProblemReporter,
): readonly Problem[] {
  if (role === ANONYMOUS) {
    return login === undefined
      ? []
      : [
          atName(['users', name, 'login'], {
            code: 'anonymous-login',
            severity: 'warning',
            message: `${JSON.stringify(name)} sends no credentials, so this login is never used. Remove it, or give the user another role.`,
          }),
        ];
  }
  const problems: Problem[] = [];
  if (login === undefined && Object.keys(variables).length === 0) {
    problems.push(
      atName(['users', name], {
        code: 'no-credentials',
        severity: 'warning',
        message: `${JSON.stringify(name)} has no credentials: neither a login nor variables. Add one of them, or give the user the role "${ANONYMOUS}".`,
      }),
    );
  }
  if (!policy.roles.some((known) => known.role === role)) {
    problems.push(
      atValue(['users', name, 'role'], {
        code: 'role-without-policy',
        severity: 'warning',
        message: `The policy says nothing about the role ${JSON.stringify(role)}, so nothing counts as granted to it. Add the role to \`policy\`.`,
      }),
    );
  }
  return problems;
}

function resourceProblems(
  resource: MatrixResource,
  matrix: MatrixWithoutEffects,
  report: ProblemReporter,
): readonly Problem[] {
  return [...ownerProblems(resource, matrix, report), ...identifierProblems(resource, report)];
}

/** Identifiers that are named twice, or that a list shows which is not there. */
function identifierProblems(
  { name, id, idSources = {}, create, list }: MatrixResource,
  { atValue }: ProblemReporter,
): readonly Problem[] {
  return id.flatMap((variable, index) => {
    const path = ['resources', name, 'id', index];
    if (id.indexOf(variable) < index) {
      return [
        atValue(path, {
          code: 'duplicate-id',
          severity: 'error',
          message: `The identifiers have ${JSON.stringify(variable)} twice. Remove one of the two.`,
        }),
      ];
    }
    const isListed = Object.hasOwn(idSources, variable) && idSources[variable]?.from === 'list';
    return !isListed || (create !== undefined && list !== undefined)
      ? []
      : [
          atValue(path, {
            code: 'missing-list',
            severity: 'error',
            message: `${JSON.stringify(variable)} is to be found in the list of the owner, by the text that creating plants. Add ${create === undefined ? '`create`' : '`list`'} to ${JSON.stringify(name)}.`,
          }),
        ];
  });
}

function ownerProblems(
  { name, owners = [] }: MatrixResource,
  matrix: MatrixWithoutEffects,
  { atValue }: ProblemReporter,
): readonly Problem[] {
  return owners.flatMap((owner, index) => {
    const path = ['resources', name, 'owners', index];
    const user = matrix.users.find((known) => known.name === owner);
    if (user === undefined) {
      return [
        atValue(path, {
          code: 'unknown-user',
          severity: 'error',
          message: `The user ${JSON.stringify(owner)} does not exist. The users are: ${listedNames(matrix.users)}.`,
        }),
      ];
    }
    return mayOwn(user, name, matrix)
      ? []
      : [
          atValue(path, {
            code: 'owner-without-grant',
            severity: 'warning',
            message: `${JSON.stringify(owner)} cannot own a ${JSON.stringify(name)}: the policy grants the role ${JSON.stringify(user.role)} no operation on it. Grant one, or name another user.`,
          }),
        ];
  });
}

function mayOwn(
  { role }: MatrixUser,
  resource: string,
  { operations, policy }: MatrixWithoutEffects,
): boolean {
  return operations.some((operation) => {
    const reach = operation.resource === resource ? grantOf(policy, role, operation.name) : undefined;
    return role !== ANONYMOUS && (reach?.scope === 'own' || reach?.scope === 'any');
  });
}

function operationProblems(
  { operations, resources }: MatrixWithoutEffects,
  { atValue }: ProblemReporter,
): readonly Problem[] {
  const known = new Set(resources.map(({ name }) => name));
  return operations.flatMap(({ name, resource }) =>
    resource === undefined || known.has(resource)
      ? []
      : [
          atValue(['operations', name, 'resource'], {
            code: 'unknown-resource',
            severity: 'error',
            message: `The resource ${JSON.stringify(resource)} does not exist. The resources are: ${listedNames(resources)}.`,
          }),
        ],
  );
}

function policyProblems(matrix: MatrixWithoutEffects, report: ProblemReporter): readonly Problem[] {
  const { roles, public: patterns } = matrix.policy;
  return [
    ...roles.flatMap((policy) => roleProblems(policy, matrix, report)),
    ...patterns.flatMap((pattern, index) =>
      patternProblem(pattern, matrix).map((problem) => report.atValue(['policy', 'public', index], problem)),
    ),
  ];
}

function roleProblems(
  { role, rules }: RolePolicy,
  matrix: MatrixWithoutEffects,
  { atName }: ProblemReporter,
): readonly Problem[] {
  const idle = rules.flatMap(({ pattern }) =>
    patternProblem(pattern, matrix).map((problem) => atName(['policy', role, pattern], problem)),
  );
  if (role === ANONYMOUS) {
    return rules.some(({ scope }) => scope !== 'none') ? [atName(['policy', role], ANONYMOUS_GRANT)] : idle;
  }
  return matrix.users.some((user) => user.role === role)
    ? idle
    : [
        ...idle,
        atName(['policy', role], {
          code: 'unknown-role',
          severity: 'warning',
          message: `No user has the role ${JSON.stringify(role)}, so nothing is tried with it. Add a user, or correct the name.`,
        }),
      ];
}

const ANONYMOUS_GRANT: UnlocatedProblem = {
  code: 'anonymous-grant',
  severity: 'warning',
  message: 'Grants to users without credentials are ignored. List the operations in `public`.',
};

function patternProblem(pattern: string, { operations }: MatrixWithoutEffects): readonly UnlocatedProblem[] {
  return operations.some(({ name }) => fits(pattern, name))
    ? []
    : [
        {
          code: 'unused-pattern',
          severity: 'warning',
          message: `${JSON.stringify(pattern)} fits no operation. The operations are: ${listedNames(operations)}.`,
        },
      ];
}

/** Names of form fields are not paths; a path begins with `$`. */
function pathProblems(
  { resources, operations, denied }: MatrixWithoutEffects,
  { atValue }: ProblemReporter,
): readonly Problem[] {
  const paths: readonly (readonly [JsonPath, string | undefined])[] = [
    ...resources.flatMap(({ name, id, idSources = {}, canary, marker }) => [
      ...id.map((variable, index) => {
        const source = Object.hasOwn(idSources, variable) ? idSources[variable] : undefined;
        const path = source?.from === 'list' ? source.path : undefined;
        return [['resources', name, 'id', index, 'path'], path] as const;
      }),
      ...canary.map((path, index) => [['resources', name, 'canary', index], path] as const),
      ...marker.map((path, index) => [['resources', name, 'marker', index], path] as const),
    ]),
    ...operations.flatMap(({ name, assign, hidden }) => [
      ...assign.map(({ path }, index) => [['operations', name, 'assign', index, 'path'], path] as const),
      ...hidden.map(({ path }, index) => [['operations', name, 'hidden', index, 'path'], path] as const),
    ]),
    ...denied.map(({ path }, index) => [['denied', index, 'path'], path] as const),
  ];
  return paths.flatMap(([place, path]) => {
    const fault = path?.startsWith('$') === true ? pathFault(path) : undefined;
    return fault === undefined
      ? []
      : [atValue(place, { code: 'invalid-path', severity: 'error', message: renderUnmasked(fault) })];
  });
}

function regexProblems({ denied }: MatrixWithoutEffects, { atValue }: ProblemReporter): readonly Problem[] {
  return denied.flatMap(({ text, header }, index) =>
    [['text', text?.matches] as const, ['header', header?.matches] as const].flatMap(([member, pattern]) => {
      const compiled = pattern === undefined ? undefined : compileRegex(pattern);
      return compiled === undefined || compiled.ok
        ? []
        : [
            atValue(['denied', index, member, 'matches'], {
              code: 'invalid-regex',
              severity: 'error',
              message: renderUnmasked(compiled.message),
            }),
          ];
    }),
  );
}

function waiverProblems({ waivers }: MatrixWithoutEffects, { atValue }: ProblemReporter): readonly Problem[] {
  return waivers.flatMap(({ expires }, index) =>
    isDay(expires)
      ? []
      : [
          atValue(['waivers', index, 'expires'], {
            code: 'invalid-date',
            severity: 'error',
            message: `${JSON.stringify(expires)} is not a calendar date. Write the last day the waiver applies, such as "2027-03-31".`,
          }),
        ],
  );
}

/** Whether the calendar has this day: a date that it has not is taken for one of the next month. */
function isDay(text: string): boolean {
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}
