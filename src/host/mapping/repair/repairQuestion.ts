/** What is said and asked before a repair sends anything. */
import * as vscode from 'vscode';
import { UserError } from '../../../core/errors';
import type { Chain } from '../../../core/model';
import { isIdempotent } from '../../../core/run/sentOnce';
import type { RepairHindrance } from '../../../node/run/repairRuns';
import type { RunSurvey } from '../../../node/run/surveyRun';
import { fileText } from '../../fileText';
import { remedies } from '../../remedies';

/** Why a repair does not send, and what to do. */
export function refusal(hindrance: RepairHindrance): UserError {
  switch (hindrance.kind) {
    case 'protected':
      return new UserError(
        vscode.l10n.t(
          'The environment {0} is protected: Run and Repair sends nothing to it.',
          hindrance.environment,
        ),
        vscode.l10n.t('Select another environment, and run and repair the chain there.'),
      );
    case 'proxy':
      return new UserError(
        vscode.l10n.t(
          'Requests would go through the proxy {0}, which only the environment names: Run and Repair sends nothing through it.',
          hindrance.proxy,
        ),
        vscode.l10n.t('If it is right, name it in the setting chainwright.network.proxy.'),
      );
    case 'origin':
      return new UserError(
        vscode.l10n.t(
          '{0} is not this machine: Run and Repair sends nothing to it.',
          fileText(hindrance.origin),
        ),
        remedies.allowOrigin(hindrance.origin),
      );
  }
}

/**
 * Refuses a chain that lacks its environment.
 *
 * @throws UserError when nothing says where its requests go
 */
export function requireAddress({ environment, addressed }: RunSurvey): void {
  if (addressed.length > 0) {
    return;
  }
  throw new UserError(
    vscode.l10n.t(
      'No request of this chain has an address that is known before the run, so nothing was sent.',
    ),
    environment === undefined
      ? vscode.l10n.t('Select the environment that says where the API is.')
      : vscode.l10n.t('Add the base URL to the variables of the environment {0}.', environment.name),
  );
}

/** What is asked. */
export interface RepairQuestion {
  readonly title: string;
  readonly survey: RunSurvey;
  /** The requests of the chain. */
  readonly requests: Chain['requests'];
  readonly maxTrials: number;
}

/** Whether a repair may run, and which requests it may repeat; nothing when the person does not want it. */
export async function askAboutRepeats(
  question: RepairQuestion,
): Promise<{ readonly allowMutations: boolean } | undefined> {
  const { title, survey, requests, maxTrials } = question;
  const own = requests.filter(({ method, disabled }) => !disabled && !isIdempotent(method));
  const all = survey.changing.filter(({ method }) => !isIdempotent(method)).length;
  const detail = [
    vscode.l10n.t(
      'The first run sends up to {0} requests to {1}. Then at most {2} trials send a part of them again, each with a change.',
      survey.requests,
      survey.addressed.join(', '),
      maxTrials,
    ),
    ...(all === 0
      ? []
      : [
          vscode.l10n.t(
            'These requests can create or change something each time they are sent: {0}. If they must not be repeated, some trials are left out.',
            namesOf(own, all - own.length),
          ),
        ]),
    vscode.l10n.t('The chain is changed only when you apply the result.'),
  ].join('\n\n');
  const message = vscode.l10n.t('Run and repair "{0}"?', fileText(title));
  const [single, repeat] = [vscode.l10n.t('Run Without Repeating'), vscode.l10n.t('Run and Repeat')];
  const plain = vscode.l10n.t('Run and Repair');
  const buttons = all > 0 ? [single, repeat] : [plain];
  const chosen = await vscode.window.showWarningMessage(message, { modal: true, detail }, ...buttons);
  return chosen === undefined ? undefined : { allowMutations: chosen === repeat };
}

/** Requests that a question names; the others are counted. */
const MAX_NAMED = 6;

function namesOf(own: Chain['requests'], required: number): string {
  const names = own
    .slice(0, MAX_NAMED)
    .map(({ method, name, id }) => fileText(`${method} ${name === '' ? id : name}`));
  const more = own.length - names.length;
  return [
    ...names,
    ...(more === 0 ? [] : [vscode.l10n.t('{0} more', more)]),
    ...(required === 0 ? [] : [vscode.l10n.t('{0} of required chains', required)]),
  ].join(', ');
}
