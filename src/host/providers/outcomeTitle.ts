/** How the last run of a request ended, in the few words of a lens. */
import * as vscode from 'vscode';
import type { RequestResult } from '../../core/result/result';
import { humanDuration } from '../../core/result/resultViews';
import { oneLine, shorten } from '../../core/shownText';
import { engineText } from '../engineText';
import { withoutIcons } from '../fileText';

const MAX_REASON = 60;

/** `200 · 34 ms`, `failed: …`, with an icon. */
export function outcomeTitle({ outcome, reasons, exchange, durationMs }: RequestResult): string {
  const reason = shorten(withoutIcons(oneLine(engineText(reasons[0]?.message ?? ''))), MAX_REASON);
  const status = exchange?.response?.status;
  const facts = [...(status === undefined ? [] : [status]), humanDuration(durationMs)];
  switch (outcome) {
    case 'passed':
      return `$(check) ${facts.join(' · ')}`;
    case 'failed':
      return `$(error) ${vscode.l10n.t('failed: {0}', reason)}`;
    case 'blocked':
      return `$(circle-slash) ${vscode.l10n.t('blocked: {0}', reason)}`;
    case 'skipped':
      return `$(debug-step-over) ${vscode.l10n.t('skipped: {0}', reason)}`;
  }
}
