/**
 * The questions before an authorization test. It sends requests that should be refused, so two things are asked that
 * a chain is not asked about: whether it may change something, and, of an origin that is neither this machine nor
 * allowed before, its name typed by hand.
 */
import * as vscode from 'vscode';
import type { Unapproved } from '../../core/permission/approval';
import type { PermissionQuestions } from '../../core/permission/permission';
import { derivedLabel } from '../../core/permission/sensitive';
import { fileText } from '../fileText';

/** What an authorization test is about to change. */
export interface Mutations {
  /** Cells that create, change or delete something on the way to their verdict. */
  readonly cells: number;
  /** Requests that may change something, at most. */
  readonly limit: number;
  /** Where they go, as far as that is known. */
  readonly origins: readonly string[];
}

/** What the person agreed to. */
export type MutationAnswer = 'run' | 'read-only' | 'cancel';

/** Asks about a matrix: as about a chain, but origins are typed. */
export function matrixQuestions(ordinary: PermissionQuestions): PermissionQuestions {
  return {
    ...ordinary,
    contact: async (open) =>
      (await typedOrigins(open)) &&
      (open.proxy === undefined || ordinary.contact({ destinations: [], proxy: open.proxy })),
  };
}

/** Asks whether requests may be sent that change something. */
export async function askMutations({ cells, limit, origins }: Mutations): Promise<MutationAnswer> {
  const run = vscode.l10n.t('Run');
  const readOnly = vscode.l10n.t('Run Only What Reads');
  const answer = await vscode.window.showWarningMessage(
    cells === 1
      ? vscode.l10n.t('One cell of this authorization test creates, changes or deletes something. Run it?')
      : vscode.l10n.t(
          '{0} cells of this authorization test create, change or delete something. Run them?',
          cells,
        ),
    {
      modal: true,
      detail: [
        origins.length === 0
          ? vscode.l10n.t('Where requests go is known only while they run.')
          : vscode.l10n.t('They go to {0}.', origins.map(fileText).join(', ')),
        vscode.l10n.t('At most {0} requests may change something.', limit),
        vscode.l10n.t(
          'What the test creates it deletes again; where a check is missing, objects are harmed.',
        ),
      ].join('\n'),
    },
    run,
    readOnly,
  );
  return answer === run ? 'run' : answer === readOnly ? 'read-only' : 'cancel';
}

/** One after the other; giving up on one gives up the run. */
async function typedOrigins({ destinations }: Unapproved): Promise<boolean> {
  for (const { origin, secrets, obtained, bound } of destinations) {
    const { host } = new URL(origin);
    const carried = [...secrets, ...bound, ...obtained.map(derivedLabel)].map(fileText);
    const typed = await vscode.window.showInputBox({
      title: vscode.l10n.t('Test the Authorization of {0}?', host),
      prompt:
        carried.length === 0
          ? vscode.l10n.t('Type {0} to allow attacks on it. Your answer is remembered.', host)
          : vscode.l10n.t(
              'Type {0} to allow attacks on it, with {1}. Your answer is remembered.',
              host,
              carried.join(', '),
            ),
      placeHolder: host,
      ignoreFocusOut: true,
      validateInput: (text) =>
        text.trim() === host ? undefined : vscode.l10n.t('Type {0}, or press Escape.', host),
    });
    if (typed === undefined) {
      return false;
    }
  }
  return true;
}
