/** What a person is shown before a model sends or changes something. */
import * as vscode from 'vscode';
import type { Tool } from '../../agent/tool';
import type { WantedMatrix, WantedRun } from '../../agent/workbench';
import type { Destination, SentGroup } from '../../core/run/planSurvey';
import { originOf } from '../../core/permission/origin';
import { defined } from '../../core/defined';
import type { RunSurvey } from '../../node/run/surveyRun';
import type { MatrixSurvey } from '../authz/matrixService';
import { fileText, withoutLinks } from '../fileText';
import { destinationText, wayTexts } from '../secrets/permissionQuestions';

/** A question about a call. */
export interface Confirmation {
  readonly title: string;
  readonly lines: readonly string[];
}

/** The question whether a run may begin: which requests go where, and what they carry. */
export function runConfirmation({ chain, variables }: WantedRun, survey: RunSurvey): Confirmation {
  const { environment, destinations, missingSecrets, sent } = survey;
  const name = withoutLinks(fileText(chain.name));
  const given = Object.keys(variables).map(fileText);
  return {
    title:
      environment === undefined
        ? vscode.l10n.t('Run {0}?', name)
        : vscode.l10n.t('Run {0} in {1}?', name, withoutLinks(fileText(environment.name))),
    lines: [
      ...destinations.map((destination) => whereTo(destination, sent)),
      ...unknownTexts(sent),
      ...wayTexts(survey),
      ...(given.length === 0 ? [] : [vscode.l10n.t('The model gives values for {0}.', given.join(', '))]),
      ...missingTexts(missingSecrets),
    ],
  };
}

/** The question whether authorization tests may begin: who signs in, what goes where, what is created and deleted. */
export function matrixConfirmation({ matrix: { name } }: WantedMatrix, survey: MatrixSurvey): Confirmation {
  const { environment, destinations, missingSecrets, dry, matrix } = survey;
  const title = withoutLinks(fileText(name));
  const sent = groupsOf(dry.requests);
  const users = matrix.users.map((user) => fileText(`${user.name} (${user.role})`));
  const made = matrix.resources.filter(({ create }) => create !== undefined).map((one) => fileText(one.name));
  return {
    title:
      environment === undefined
        ? vscode.l10n.t('Test the authorization of {0}?', title)
        : vscode.l10n.t(
            'Test the authorization of {0} in {1}?',
            title,
            withoutLinks(fileText(environment.name)),
          ),
    lines: [
      ...destinations.map((destination) => whereTo(destination, sent)),
      ...unknownTexts(sent),
      ...wayTexts(survey),
      vscode.l10n.t('Users: {0}', users.join(', ')),
      ...(matrix.mutate && made.length > 0
        ? [vscode.l10n.t('Created, and deleted again: {0}', made.join(', '))]
        : []),
      vscode.l10n.t(
        'At most {0} requests; at most {1} may change something.',
        dry.strict,
        matrix.mutate ? Math.min(matrix.limits.mutations, dry.strict) : 0,
      ),
      ...missingTexts(missingSecrets),
    ],
  };
}

/** The question whether a tool may do what it is called for. */
export function callConfirmation({ title }: Tool, input: object): Confirmation {
  const lines = Object.entries(input).map(([name, value]) => `${name}: ${fileText(JSON.stringify(value))}`);
  return { title: vscode.l10n.t('Let the model use "{0}"?', title), lines };
}

function whereTo(destination: Destination, sent: readonly SentGroup[]): string {
  const methods = methodsTo(destination.origin, sent);
  return methods === ''
    ? vscode.l10n.t('If responses lead there: {0}', destinationText(destination))
    : `${methods}: ${destinationText(destination)}`;
}

function missingTexts(names: readonly string[]): readonly string[] {
  return names.length === 0
    ? []
    : [vscode.l10n.t('Secrets without a value: {0}', names.map(fileText).join(', '))];
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

function unknownTexts(sent: readonly SentGroup[]): readonly string[] {
  const methods = methodsTo(undefined, sent);
  return methods === '' ? [] : [vscode.l10n.t('{0}: an address that only a response tells', methods)];
}

/** `GET, POST (2)` */
function methodsTo(origin: string | undefined, sent: readonly SentGroup[]): string {
  return sent
    .filter((group) => group.origin === origin)
    .map(({ method, count }) => (count === 1 ? method : `${method} (${count})`))
    .join(', ');
}
