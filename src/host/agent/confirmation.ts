/** What a person is shown before a model sends or changes something. */
import * as vscode from 'vscode';
import type { Tool } from '../../agent/tool';
import type { WantedRun } from '../../agent/workbench';
import type { SentGroup } from '../../core/run/planSurvey';
import type { RunSurvey } from '../../node/run/surveyRun';
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
      ...destinations.map((destination) => {
        const methods = methodsTo(destination.origin, sent);
        return methods === ''
          ? vscode.l10n.t('If responses lead there: {0}', destinationText(destination))
          : `${methods}: ${destinationText(destination)}`;
      }),
      ...unknownTexts(sent),
      ...wayTexts(survey),
      ...(given.length === 0 ? [] : [vscode.l10n.t('The model gives values for {0}.', given.join(', '))]),
      ...(missingSecrets.length === 0
        ? []
        : [vscode.l10n.t('Secrets without a value: {0}', missingSecrets.map(fileText).join(', '))]),
    ],
  };
}

/** The question whether a tool may do what it is called for. */
export function callConfirmation({ title }: Tool, input: object): Confirmation {
  const lines = Object.entries(input).map(([name, value]) => `${name}: ${fileText(JSON.stringify(value))}`);
  return { title: vscode.l10n.t('Let the model use "{0}"?', title), lines };
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
