/** What a person is shown before a model sends something. */
import { originOf } from '../core/permission/origin';
import { defined } from '../core/defined';
import type { SentGroup } from '../core/run/planSurvey';
import { sentLines, type Wording } from '../core/run/surveyText';
import type { MatrixSurvey } from '../node/authz/matrixSurvey';
import type { RunSurvey } from '../node/run/surveyRun';
import type { WantedMatrix, WantedRun } from './workbench';

/** A question about a call. */
export interface Confirmation {
  readonly title: string;
  readonly lines: readonly string[];
}

/** The question whether a run may begin: which requests go where, and what they carry. */
export function runConfirmation(
  { chain, variables }: WantedRun,
  survey: RunSurvey,
  wording: Wording,
): Confirmation {
  const { say, quoted } = wording;
  const { environment, missingSecrets } = survey;
  const name = quoted(chain.name);
  const given = Object.keys(variables).map(quoted);
  return {
    title:
      environment === undefined
        ? say('Run {0}?', name)
        : say('Run {0} in {1}?', name, quoted(environment.name)),
    lines: [
      ...sentLines(survey, wording),
      ...(given.length === 0 ? [] : [say('The model gives values for {0}.', given.join(', '))]),
      ...missingLines(missingSecrets, wording),
    ],
  };
}

/** The question whether authorization tests may begin: who signs in, what goes where, what is created and deleted. */
export function matrixConfirmation(
  { matrix: { name } }: WantedMatrix,
  survey: MatrixSurvey,
  wording: Wording,
): Confirmation {
  const { say, quoted } = wording;
  const { environment, missingSecrets, dry, matrix, mutates } = survey;
  const title = quoted(name);
  const users = matrix.users.map((user) => quoted(`${user.name} (${user.role})`));
  const made = matrix.resources.filter(({ create }) => create !== undefined).map((one) => quoted(one.name));
  return {
    title:
      environment === undefined
        ? say('Test the authorization of {0}?', title)
        : say('Test the authorization of {0} in {1}?', title, quoted(environment.name)),
    lines: [
      ...sentLines({ ...survey, sent: groupsOf(dry.requests) }, wording),
      say('Users: {0}', users.join(', ')),
      ...(mutates && made.length > 0 ? [say('Created, and deleted again: {0}', made.join(', '))] : []),
      say(
        'At most {0} requests; at most {1} may change something.',
        dry.strict,
        mutates ? Math.min(matrix.limits.mutations, dry.strict) : 0,
      ),
      ...missingLines(missingSecrets, wording),
    ],
  };
}

function missingLines(names: readonly string[], { say, quoted }: Wording): readonly string[] {
  return names.length === 0 ? [] : [say('Secrets without a value: {0}', names.map(quoted).join(', '))];
}

function groupsOf(requests: MatrixSurvey['dry']['requests']): readonly SentGroup[] {
  const groups = new Map<string, SentGroup>();
  for (const { method, url } of requests) {
    const origin = originOf(url);
    const key = `${method} ${origin ?? ''}`;
    groups.set(key, { method, ...defined({ origin }), count: (groups.get(key)?.count ?? 0) + 1 });
  }
  return [...groups.values()];
}
