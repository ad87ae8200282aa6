/** What is wrong with the way a matrix makes throw-away users, and with the operations that they are made for. */
import type { Problem } from '../../problem';
import type { MatrixWithoutEffects } from './effects';
import { listedNames } from './availableNames';
import { ANONYMOUS, type ThrowAway } from '../model/matrix';
import type { ProblemReporter, UnlocatedProblem } from './problemReporter';

/** The problems that show without the chains, in no order. */
export function throwAwayProblems(matrix: MatrixWithoutEffects, report: ProblemReporter): readonly Problem[] {
  return [
    ...matrix.throwAway.flatMap((made) => [
      ...roleProblem(made, matrix).map((said) => report.atName(['throwAway', made.role], said)),
      ...resourceProblem(made, matrix).map((said) =>
        report.atValue(['throwAway', made.role, 'resource'], said),
      ),
      ...makerProblem(made, matrix).map((said) => report.atValue(['throwAway', made.role, 'by'], said)),
    ]),
    ...matrix.operations
      .filter(({ endsCredentials, effect }) => endsCredentials === true && effect === 'read')
      .map(({ name }) => report.atValue(['operations', name, 'effect'], ENDING_READ)),
    ...(matrix.throwAway.length > 0 &&
    !matrix.operations.some(({ endsCredentials }) => endsCredentials === true)
      ? [report.atName(['throwAway'], IDLE)]
      : []),
  ];
}

const ENDING_READ: UnlocatedProblem = {
  code: 'ending-read',
  severity: 'error',
  message: 'What ends credentials changes something. Declare the effect "action", or leave it out.',
};

const IDLE: UnlocatedProblem = {
  code: 'idle-member',
  severity: 'warning',
  message:
    '`throwAway` is not used: no operation ends credentials. Set `endsCredentials` of those that do to true.',
};

function roleProblem({ role }: ThrowAway, { users }: MatrixWithoutEffects): readonly UnlocatedProblem[] {
  return users.some((user) => user.role === role)
    ? []
    : [
        {
          code: 'unknown-role',
          severity: 'warning',
          message: `No user has the role ${JSON.stringify(role)}, so no throw-away user is created for it. Add a user, or correct the name.`,
        },
      ];
}

function resourceProblem(
  { resource: name }: ThrowAway,
  { resources }: MatrixWithoutEffects,
): readonly UnlocatedProblem[] {
  const resource = resources.find((known) => known.name === name);
  if (resource === undefined) {
    const known = `The resources are: ${listedNames(resources)}.`;
    return [mistake('unknown-resource', `The resource ${JSON.stringify(name)} does not exist. ${known}`)];
  }
  const todo = 'has no `create`, so nothing registers a user. Name a request that does.';
  return resource.create === undefined
    ? [mistake('unknown-resource', `The resource ${JSON.stringify(name)} ${todo}`)]
    : [];
}

function makerProblem({ by }: ThrowAway, { users }: MatrixWithoutEffects): readonly UnlocatedProblem[] {
  const maker = users.find(({ name }) => name === by);
  if (by === undefined || (maker !== undefined && maker.role !== ANONYMOUS)) {
    return [];
  }
  const why =
    maker === undefined
      ? `The user ${JSON.stringify(by)} does not exist. The users are: ${listedNames(users)}.`
      : `${JSON.stringify(by)} sends no credentials and can remove nobody. Omit \`by\`: then each user registers and removes their own account.`;
  return [mistake('unknown-user', why)];
}

function mistake(code: UnlocatedProblem['code'], message: string): UnlocatedProblem {
  return { code, severity: 'error', message };
}
