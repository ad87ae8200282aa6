/** How the state of a request looks: an icon, a colour and, for everybody, a word. */
import type { Outcome } from '../../src/core/result/result';
import type { RequestProgress } from '../../src/protocol/runView';
import { t } from '../ui/l10n';

/** Icon (codicon), colour class and word. */
export interface Look {
  readonly icon: string;
  readonly colour: 'good' | 'bad' | 'doubtful' | 'quiet';
  readonly word: string;
}

/** How an outcome looks. */
export function outcomeLook(outcome: Outcome): Look {
  switch (outcome) {
    case 'passed':
      return { icon: 'pass', colour: 'good', word: t('passed') };
    case 'failed':
      return { icon: 'error', colour: 'bad', word: t('failed') };
    case 'blocked':
      return { icon: 'circle-slash', colour: 'doubtful', word: t('blocked') };
    case 'skipped':
      return { icon: 'debug-step-over', colour: 'quiet', word: t('skipped') };
  }
}

/** How many items or pages of a running request are finished; empty without a loop. */
export function itemsText(progress: RequestProgress): string {
  const { items } = progress.state === 'running' ? progress : {};
  if (items === undefined) {
    return '';
  }
  const { done, of } = items;
  if (of !== undefined) {
    return t('{0} of {1} items', done, of);
  }
  return done === 1 ? t('1 page') : t('{0} pages', done);
}

/** How far a request got, as it looks in the list. */
export function progressLook(progress: RequestProgress): Look {
  switch (progress.state) {
    case 'waiting':
      return { icon: 'circle-large', colour: 'quiet', word: t('waiting') };
    case 'running':
      return { icon: 'loading', colour: 'quiet', word: t('running') };
    case 'finished':
      return outcomeLook(progress.summary.outcome);
  }
}
