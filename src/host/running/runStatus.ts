/**
 * A run in the status bar: a few words and a number while it runs, its outcome afterwards, and
 * more when the mouse rests on it.
 */
import * as vscode from 'vscode';
import { humanDuration } from '../../core/result/resultViews';
import { oneLine, shorten } from '../../core/shownText';
import { countRows, type RequestProgress, type RunView } from '../../protocol/runView';
import { fileText, withoutIcons, withoutLinks } from '../fileText';

/** What the status bar shows. */
export interface RunStatus {
  /** With icons, as status bar items take them. */
  readonly text: string;
  readonly tooltip: string;
  /** The same for who listens to it. */
  readonly spoken: string;
  /** What a click does. */
  readonly action: 'cancel' | 'show';
}

/** UTF-16 code units of a name that the status bar has room for. */
const SHOWN_NAME = 40;

/** A run as the status bar shows it. */
export function statusOf(view: RunView): RunStatus {
  return view.outcome === 'running' ? progressOf(view) : endOf(view);
}

/** How far a run is, for a notification: which request is sent, and how many items of its loop are finished. */
export function stepText({ requests }: RunView, index: number): string {
  const { planned, progress } = requests[index] ?? {};
  const name = withoutLinks(fileText(planned?.name ?? ''));
  const step = vscode.l10n.t('{0} of {1}: {2}', index + 1, requests.length, name);
  const items = itemsText(progress);
  return items === '' ? step : `${step} · ${items}`;
}

/** How many items or pages of a running request are finished; empty without a loop. */
function itemsText(progress: RequestProgress | undefined): string {
  const { items } = progress?.state === 'running' ? progress : {};
  if (items === undefined) {
    return '';
  }
  const { done, of } = items;
  if (of !== undefined) {
    return vscode.l10n.t('{0} of {1} items', done, of);
  }
  return done === 1 ? vscode.l10n.t('1 page') : vscode.l10n.t('{0} pages', done);
}

function progressOf(view: RunView): RunStatus {
  const { requests } = view;
  const running = requests.findIndex(({ progress }) => progress.state === 'running');
  const index = running === -1 ? requests.findIndex(({ progress }) => progress.state === 'waiting') : running;
  const name = shorten(oneLine(requests[index]?.planned.name ?? view.chain.name), SHOWN_NAME);
  const steps = `${index + 1}/${requests.length}`;
  const items = itemsText(requests[index]?.progress);
  return {
    text: `$(sync~spin) ${steps} ${withoutIcons(name)}`,
    tooltip: lines(headline(view), countsOf(view), items, vscode.l10n.t('Click to cancel')),
    spoken: vscode.l10n.t('Running {0} of {1}: {2}', index + 1, requests.length, name),
    action: 'cancel',
  };
}

function endOf(view: RunView): RunStatus {
  const { outcome, durationMs } = view;
  const time = humanDuration(durationMs);
  const { failed, blocked, passed } = countRows(view.requests);
  const [icon, words] =
    outcome === 'cancelled'
      ? ['circle-slash', vscode.l10n.t('Cancelled')]
      : failed > 0
        ? ['error', vscode.l10n.t('{0} failed', failed)]
        : blocked > 0
          ? ['error', vscode.l10n.t('{0} blocked', blocked)]
          : ['check', vscode.l10n.t('{0} passed', passed)];
  return {
    text: `$(${icon}) ${words} · ${time}`,
    tooltip: lines(headline(view), countsOf(view), vscode.l10n.t('Click to show the results')),
    spoken: `${oneLine(view.chain.name)}: ${words}, ${time}`,
    action: 'show',
  };
}

/** `Order lifecycle · local` */
function headline({ chain, environment }: RunView): string {
  return [chain.name, ...(environment === undefined ? [] : [environment])]
    .map((text) => shorten(oneLine(text), SHOWN_NAME))
    .join(' · ');
}

function countsOf({ requests }: RunView): string {
  const { passed, failed, blocked, skipped, open } = countRows(requests);
  const counts: readonly (readonly [number, string])[] = [
    [passed, vscode.l10n.t('{0} passed', passed)],
    [failed, vscode.l10n.t('{0} failed', failed)],
    [blocked, vscode.l10n.t('{0} blocked', blocked)],
    [skipped, vscode.l10n.t('{0} skipped', skipped)],
    [open, vscode.l10n.t('{0} to go', open)],
  ];
  return counts
    .filter(([count]) => count > 0)
    .map(([, words]) => words)
    .join(', ');
}

function lines(...texts: readonly string[]): string {
  return texts.filter((text) => text !== '').join('\n');
}
