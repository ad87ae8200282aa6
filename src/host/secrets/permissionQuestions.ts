/** The questions before a run, as modal messages: their answer is needed before anything is sent. */
import * as vscode from 'vscode';
import type { Unapproved } from '../../core/permission/approval';
import type { PermissionQuestions, ProtectedQuestion } from '../../core/permission/permission';
import { destinationText, wayLines, type Wording } from '../../core/run/surveyText';
import { fileText, withoutLinks } from '../fileText';
import { say } from '../say';
import { isSecretName } from './secretQuestions';

/** The words of the editor. */
export const wording: Wording = { say, quoted: (name) => withoutLinks(fileText(name)) };

/** Lets the person give a secret a value; answers its name, or nothing when they gave up. */
export type SetSecret = (name: string) => Promise<string | undefined>;

/** Asks the person at the keyboard about a chain. */
export function windowQuestions(setSecret: SetSecret): PermissionQuestions {
  return { changeProtected, contact, missingSecrets: (names) => missingSecrets(names, setSecret) };
}

async function changeProtected({
  environment,
  count,
  origins,
}: ProtectedQuestion): Promise<'run' | 'run-and-remember' | 'cancel'> {
  const name = fileText(environment);
  const run = vscode.l10n.t('Run');
  const always = vscode.l10n.t('Run and Do Not Ask Again for This Chain');
  const answer = await vscode.window.showWarningMessage(
    count === 1
      ? vscode.l10n.t(
          'The environment {0} is protected, and one request may change something there. Run it?',
          name,
        )
      : vscode.l10n.t(
          'The environment {0} is protected, and {1} requests may change something there. Run them?',
          name,
          count,
        ),
    {
      modal: true,
      detail:
        origins.length === 0
          ? vscode.l10n.t('Where they go is known only while they run.')
          : vscode.l10n.t('They go to {0}.', listed(origins)),
    },
    run,
    always,
  );
  return answer === run ? 'run' : answer === always ? 'run-and-remember' : 'cancel';
}

async function contact(question: Unapproved): Promise<boolean> {
  const allow = vscode.l10n.t('Allow and Run');
  const answer = await vscode.window.showWarningMessage(
    question.destinations.length === 0
      ? vscode.l10n.t('May the chains of this workspace be run this way?')
      : vscode.l10n.t('May the chains of this workspace contact these addresses?'),
    {
      modal: true,
      detail: [
        ...question.destinations.map((destination) => destinationText(destination, wording)),
        ...wayLines(question, wording),
        '',
        vscode.l10n.t(
          'Your answer is remembered for this workspace. "Chainwright: Forget Allowed Origins" takes it back.',
        ),
      ].join('\n'),
    },
    allow,
  );
  return answer === allow;
}

async function missingSecrets(names: readonly string[], setSecret: SetSecret): Promise<'run' | 'cancel'> {
  const set = vscode.l10n.t('Set Secret…');
  const run = vscode.l10n.t('Run Anyway');
  const settable = names.filter(isSecretName);
  const answer = await vscode.window.showWarningMessage(
    vscode.l10n.t('Secrets that this run needs have no value: {0}.', listed(names.map(fileText))),
    { modal: true, detail: vscode.l10n.t('Requests that need them are not sent.') },
    ...(settable.length === 0 ? [run] : [set, run]),
  );
  return answer === set ? setAll(settable, setSecret) : answer === run ? 'run' : 'cancel';
}

/** One after the other; giving up on one gives up the run. */
async function setAll(names: readonly string[], setSecret: SetSecret): Promise<'run' | 'cancel'> {
  for (const name of names) {
    if ((await setSecret(name)) === undefined) {
      return 'cancel';
    }
  }
  return 'run';
}

function listed(texts: readonly string[]): string {
  const [first, ...others] = [texts.slice(0, MAX_LISTED).join(', '), ...texts.slice(MAX_LISTED)];
  return others.length === 0 ? first : vscode.l10n.t('{0} and {1} more', first, others.length);
}

const MAX_LISTED = 10;
