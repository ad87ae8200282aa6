/** Notifications as the extension has them at its start: nothing is loaded until there is a rule and a run, or a command. */
import * as vscode from 'vscode';
import type { FinishedMatrix } from '../authz/matrixRuns';
import { commandRegistrar, orShowFailure } from '../commandRegistrar';
import type { Outgoing } from '../services';
import { requireTrust } from '../trust';
import type { NotificationPorts, Notifications } from './notifications';
import { ownNotifications } from './notifySetting';

/** Notifications of this window. */
export interface Notify extends vscode.Disposable, Pick<Outgoing, 'notify'> {
  /** Takes a run of a matrix that has just ended. */
  readonly matrixEnded: (finished: FinishedMatrix) => void;
}

/** Tells chats of runs for as long as the returned disposable lives. */
export function registerNotify(ports: NotificationPorts): Notify {
  const { runs, log } = ports;
  let loading: Promise<Notifications> | undefined;
  const load = (): Promise<Notifications> =>
    (loading ??= import('./notifications').then(({ Notifications: Loaded }) => new Loaded(ports)));
  /** A fault of a notification is none of the run. */
  const inBackground = (take: (notifications: Notifications) => Promise<void>): void => {
    if (ownNotifications() !== undefined) {
      void load()
        .then(take)
        .catch((error: unknown) => log.error(error instanceof Error ? error : String(error)));
    }
  };
  const register = commandRegistrar(log);
  const trusted = (): Promise<Notifications> => {
    requireTrust();
    return load();
  };
  const notify = async (subject: unknown): Promise<void> => (await trusted()).notify(subject);
  const all = vscode.Disposable.from(
    register('notify', notify),
    register('setUpNotification', async () => (await trusted()).setUpNotification()),
    register('sendTestMessage', async (name) => (await trusted()).sendTestMessage(name)),
    runs.onDidChange((change) => {
      if (change.type === 'updated' && change.update.type === 'run-finished') {
        inBackground((notifications) => notifications.chainEnded(change.run));
      }
    }),
  );
  return {
    notify: (subject) => orShowFailure(log, () => notify(subject)),
    matrixEnded: (finished) => inBackground((notifications) => notifications.matrixEnded(finished)),
    dispose: () => void all.dispose(),
  };
}
