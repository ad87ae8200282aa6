/** Outcomes in trees: the icons and colours of the Test Explorer, and a word for those who see neither. */
import * as vscode from 'vscode';
import type { Outcome, RunOutcome } from '../core/result/result';

/** The icon of a request, chain or run by how it ended; a hollow circle for what was never run. */
export function outcomeIcon(outcome: Outcome | RunOutcome | undefined): vscode.ThemeIcon {
  switch (outcome) {
    case 'passed':
      return coloured('pass', 'testing.iconPassed');
    case 'failed':
      return coloured('error', 'testing.iconFailed');
    case 'blocked':
      return coloured('circle-slash', 'testing.iconQueued');
    case 'skipped':
      return coloured('debug-step-over', 'testing.iconSkipped');
    case 'cancelled':
    case 'running':
      return coloured('circle-slash', 'testing.iconSkipped');
    case undefined:
      return coloured('circle-large-outline', 'testing.iconUnset');
  }
}

/** How it ended, in a word. */
export function outcomeWord(outcome: Outcome | RunOutcome | undefined): string {
  switch (outcome) {
    case 'passed':
      return vscode.l10n.t('passed');
    case 'failed':
      return vscode.l10n.t('failed');
    case 'blocked':
      return vscode.l10n.t('blocked');
    case 'skipped':
      return vscode.l10n.t('skipped');
    case 'cancelled':
      return vscode.l10n.t('cancelled');
    case 'running':
      return vscode.l10n.t('running');
    case undefined:
      return vscode.l10n.t('not run yet');
  }
}

/** The outcome of a chain whose requests ended so: the worst one; absent when none was run. */
export function worstOutcome(outcomes: readonly (Outcome | undefined)[]): Outcome | undefined {
  return (['failed', 'blocked', 'passed', 'skipped'] as const).find((outcome) => outcomes.includes(outcome));
}

function coloured(icon: string, colour: string): vscode.ThemeIcon {
  return new vscode.ThemeIcon(icon, new vscode.ThemeColor(colour));
}
