/** `Set Up Notification…`: asks which chat, its address and the occasions; keeps the address and writes the rule. */
import * as vscode from 'vscode';
import { UserError } from '../../core/errors';
import { notifiers, type Notifier } from '../../sharing/notifiers/notifiers';
import { notifyOccasions, type NotifyOccasion } from '../../sharing/notifyRules';
import { readNotifySettings, WEBHOOK_NAME } from '../../sharing/notifySettings';
import { isWebhook } from '../../sharing/webhook';
import { engineText } from '../engineText';
import { requireTrust } from '../trust';
import { addNotification, ownNotifications } from './notifySetting';
import type { WebhookEntry, Webhooks } from './webhooks';

/**
 * Sets a chat up; answers what was stored, or nothing when the person gave up.
 *
 * @param sendTest sends a test message to the chat of that name, which is offered in the end
 * @throws UserError when the system keeps no secrets
 */
export async function setUpNotification(
  webhooks: Webhooks,
  sendTest: (name: string) => Promise<void>,
): Promise<WebhookEntry | undefined> {
  requireTrust();
  const chosen = await askService(webhooks.entries);
  if (chosen === undefined || 'entry' in chosen) {
    await (chosen === undefined ? undefined : webhooks.delete(chosen.entry.name));
    return undefined;
  }
  const { notifier } = chosen;
  const address = await askAddress(notifier);
  const name = address === undefined ? undefined : await askName(notifier, webhooks.entries);
  const when = name === undefined ? undefined : await askOccasions();
  if (address === undefined || name === undefined || when === undefined) {
    return undefined;
  }
  const entry = { name, service: notifier.name };
  await keeping(() => webhooks.set(entry, address));
  const { rules } = readNotifySettings(ownNotifications());
  if (!rules.some(({ secret }) => secret === name)) {
    await addNotification({ service: notifier.name, secret: name, when });
  }
  void offerTest(notifier, entry, sendTest);
  return entry;
}

async function askService(
  entries: readonly WebhookEntry[],
): Promise<{ readonly notifier: Notifier } | { readonly entry: WebhookEntry } | undefined> {
  const services = notifiers.map((notifier) => ({
    label: notifier.title,
    detail: engineText(notifier.setUp),
    notifier,
  }));
  const stored = entries.map((entry) => ({
    label: vscode.l10n.t('Forget {0}', entry.name),
    detail: vscode.l10n.t(
      'Deletes its webhook URL from this machine. Rules that use it no longer send anything.',
    ),
    entry,
  }));
  return vscode.window.showQuickPick([...services, ...stored], {
    title: vscode.l10n.t('Set Up Notification'),
    placeHolder: vscode.l10n.t('Which channel should be notified of runs?'),
  });
}

function askAddress({ title, setUp }: Notifier): Thenable<string | undefined> {
  return vscode.window
    .showInputBox({
      title: vscode.l10n.t('Webhook Address of {0}', title),
      prompt: vscode.l10n.t(
        '{0} The address is a secret: it is kept by VS Code, never in a file.',
        engineText(setUp),
      ),
      password: true,
      ignoreFocusOut: true,
      validateInput: (text) =>
        isWebhook(text.trim()) ? undefined : vscode.l10n.t('Enter the address, which begins with https://.'),
    })
    .then((text) => text?.trim());
}

function askName(notifier: Notifier, entries: readonly WebhookEntry[]): Thenable<string | undefined> {
  return vscode.window.showInputBox({
    title: vscode.l10n.t('Name of the Address'),
    prompt: vscode.l10n.t(
      'Rules name the chat by it, such as TEAM_CHANNEL. An older address of the same name is replaced.',
    ),
    value: notifier.secret,
    ignoreFocusOut: true,
    validateInput: (text) => nameFault(text, notifier, entries),
  });
}

function nameFault(text: string, notifier: Notifier, entries: readonly WebhookEntry[]): string | undefined {
  if (!WEBHOOK_NAME.test(text)) {
    return vscode.l10n.t('Start with a letter or _, followed by letters, digits or _.');
  }
  const other = entries.find(({ name, service }) => name === text && service !== notifier.name);
  return other === undefined
    ? undefined
    : vscode.l10n.t('{0} is the address of another service. Choose another name.', text);
}

async function askOccasions(): Promise<readonly NotifyOccasion[] | undefined> {
  const words: Readonly<Record<NotifyOccasion, string>> = {
    always: vscode.l10n.t('Every run'),
    failure: vscode.l10n.t('Every run that failed'),
    change: vscode.l10n.t('A failure after a success, and the recovery'),
    flaw: vscode.l10n.t('A new authorization flaw'),
  };
  const items = notifyOccasions.map((occasion) => ({
    label: words[occasion],
    occasion,
    picked: occasion === 'change' || occasion === 'flaw',
  }));
  const chosen = await vscode.window.showQuickPick(items, {
    title: vscode.l10n.t('Of Which Runs?'),
    placeHolder: vscode.l10n.t(
      'Chains, environments, thresholds and quiet hours can be set in the settings.',
    ),
    canPickMany: true,
    ignoreFocusOut: true,
  });
  return chosen === undefined || chosen.length === 0 ? undefined : chosen.map(({ occasion }) => occasion);
}

async function keeping(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch {
    throw new UserError(
      vscode.l10n.t('VS Code cannot keep secrets on this machine, so the address was not stored.'),
      vscode.l10n.t(
        'Send notifications from the command line, which reads the webhook URL from an environment variable.',
      ),
    );
  }
}

async function offerTest(
  { title }: Notifier,
  { name }: WebhookEntry,
  sendTest: (name: string) => Promise<void>,
): Promise<void> {
  const test = vscode.l10n.t('Send Test Message');
  const settings = vscode.l10n.t('Open Settings');
  const answer = await vscode.window.showInformationMessage(
    vscode.l10n.t(
      '{0} ({1}) is notified of runs from now on. You review the first message before it is sent.',
      title,
      name,
    ),
    test,
    settings,
  );
  if (answer === test) {
    await sendTest(name);
  } else if (answer === settings) {
    await vscode.commands.executeCommand('workbench.action.openSettings', 'chainwright.notifications');
  }
}
