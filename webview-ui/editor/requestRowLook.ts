/** What a row of the list says of its request besides its name. */
import { humanDuration } from '../../src/core/result/resultViews';
import type { FormRow } from '../../src/protocol/formView';
import { t } from '../ui/l10n';
import { itemsText, outcomeLook, progressLook, type Look } from '../results/outcomeLook';

/** Icon, colour and word of a row, its figures at the right, and the line below its name. */
export interface RowLook extends Look {
  readonly isRunning: boolean;
  readonly figures: string;
  /** What a request that was not sent needs, or why one failed. */
  readonly reason?: string;
}

/** How a row looks. */
export function rowLook({ progress, disabled, errors, warnings }: FormRow): RowLook {
  if (disabled) {
    return { icon: 'dash', colour: 'quiet', word: t('disabled'), isRunning: false, figures: t('off') };
  }
  if (progress === undefined) {
    return { ...unsentLook(errors, warnings), isRunning: false, figures: '' };
  }
  const look = { ...progressLook(progress), isRunning: progress.state === 'running' };
  if (progress.state !== 'finished') {
    return { ...look, figures: itemsText(progress) };
  }
  const { status, durationMs, outcome, reason } = progress.summary;
  const figures =
    outcome === 'passed' ? humanDuration(durationMs) : String(status ?? outcomeLook(outcome).word);
  return outcome === 'passed' || reason === undefined ? { ...look, figures } : { ...look, figures, reason };
}

/** A request that was not run shows the problems of its text. */
function unsentLook(errors: number, warnings: number): Look {
  if (errors > 0) {
    return { icon: 'error', colour: 'bad', word: errors === 1 ? t('1 error') : t('{0} errors', errors) };
  }
  return warnings > 0
    ? {
        icon: 'warning',
        colour: 'doubtful',
        word: warnings === 1 ? t('1 warning') : t('{0} warnings', warnings),
      }
    : { icon: 'circle-large', colour: 'quiet', word: t('not run yet') };
}
