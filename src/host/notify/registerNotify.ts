/** Notifications as the extension has them at its start: nothing is loaded until there is a rule and a run, or a command. */
import * as vscode from 'vscode';
import type { FinishedMatrix } from '../authz/matrixRuns';
import { commandRegistrar } from '../commandRegistrar';
import { loadNotifying } from '../lazyBundles';
import type { Notifications } from '../notifying';
import { requireTrust } from '../trust';
import type { NotificationPorts } from './notifications';
import { ownNotifications } from './notifySetting';

/** Notifications of this window. */
export interface Notify extends vscode.Disposable {
  /** Takes a run of a matrix that has just ended. */
  readonly matrixEnded: (finished: FinishedMatrix) => void;
}

/** Tells chats of runs for as long as the returned disposable lives. */
export function registerNotify(ports: NotificationPorts): Notify {
  const { runs, log } = ports;
  let loading: Promise<Notifications> | undefined;
  const load = (): Promise<Notifications> =>
    (loading ??= loadNotifying().then(({ Notifications: Loaded }) => new Loaded(ports)));
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
  const all = vscode.Disposable.from(
    register('notify', async (subject) => (await trusted()).notify(subject)),
    register('setUpNotification', async () => (await trusted()).setUpNotification()),
    register('sendTestMessage', async (name) => (await trusted()).sendTestMessage(name)),
    runs.onDidChange((change) => {
      if (change.type === 'updated' && change.update.type === 'run-finished') {
        inBackground((notifications) => notifications.chainEnded(change.run));
      }
    }),
  );
  return {
    matrixEnded: (finished) => inBackground((notifications) => notifications.matrixEnded(finished)),
    dispose: () => void all.dispose(),
  };
}
