/** How the last run of a request ended, in the few words of a lens. */
import * as vscode from 'vscode';
import type { RequestResult } from '../../core/result';
import { oneLine, shorten } from '../../core/shownText';
import { withoutIcons } from '../fileText';

const MAX_REASON = 60;

/** `200 · 34 ms`, `failed: …`, with an icon. */
export function outcomeTitle({ outcome, reasons, exchange, durationMs }: RequestResult): string {
  const reason = shorten(withoutIcons(oneLine(reasons[0]?.message ?? '')), MAX_REASON);
  const took = Math.round(exchange?.timings.totalMs ?? durationMs);
  const status = exchange?.response?.status;
  switch (outcome) {
    case 'passed':
      return `$(check) ${status ?? ''} · ${vscode.l10n.t('{0} ms', took)}`;
    case 'failed':
      return `$(error) ${vscode.l10n.t('failed: {0}', reason)}`;
    case 'blocked':
      return `$(circle-slash) ${vscode.l10n.t('blocked: {0}', reason)}`;
    case 'skipped':
      return `$(debug-step-over) ${vscode.l10n.t('skipped: {0}', reason)}`;
  }
}
