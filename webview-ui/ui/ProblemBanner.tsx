/** Above a page: why something that a person asked for did not work. */
import type { ComponentChildren } from 'preact';
import { engineText, t } from './l10n';
import './ProblemBanner.css';

/** Nothing while there is no problem; `children` are other ways on than to dismiss it. */
export function ProblemBanner(props: {
  readonly problem: string | undefined;
  /** Absent where the problem stays: there is nothing else on the page. */
  readonly onDismiss?: () => void;
  readonly children?: ComponentChildren;
}) {
  const { problem, onDismiss, children } = props;
  if (problem === undefined) {
    return null;
  }
  return (
    <p class="problem-banner" role="alert">
      {engineText(problem)} {children}{' '}
      {onDismiss !== undefined && (
        <button type="button" class="link" onClick={onDismiss}>
          {t('Dismiss')}
        </button>
      )}
    </p>
  );
}
