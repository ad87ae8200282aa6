/** Why a request did not pass, most important first, down to the root cause. */
import type { ComponentChildren } from 'preact';
import type { Reason } from '../../src/core/result/result';
import { rootCauseOf } from '../../src/core/result/resultViews';
import { Icon } from '../ui/Icon';
import { t } from '../ui/l10n';
import './Reasons.css';

/** The reasons; nothing when there are none. A missing value comes with a way to get it. */
export function Reasons(props: {
  readonly reasons: readonly Reason[];
  readonly onRunWithDependencies: () => void;
  /** What is known of the way to the root cause. */
  readonly children?: ComponentChildren;
}) {
  const { reasons, onRunWithDependencies, children } = props;
  if (reasons.length === 0) {
    return null;
  }
  const canBeProduced = reasons.some(
    (reason) => reason.kind === 'unresolved' && reason.producer !== undefined,
  );
  return (
    <div class="reasons">
      <ul>
        {reasons.map((reason, index) => (
          <li key={index}>
            <Icon name={ICONS[reason.kind]} />
            <div>
              <p>{reason.message}</p>
              <Cause reason={reason} />
            </div>
          </li>
        ))}
      </ul>
      {children}
      {canBeProduced && (
        <button type="button" class="link" onClick={onRunWithDependencies}>
          {t('Run with the requests it depends on')}
        </button>
      )}
    </div>
  );
}

function Cause({ reason }: { readonly reason: Reason }) {
  if (reason.kind === 'transport') {
    return <p class="quiet">{reason.failure.todo}</p>;
  }
  const cause = rootCauseOf(reason);
  return cause === undefined ? null : <p class="quiet">{t('Root cause: {0}', cause)}</p>;
}

const ICONS: Readonly<Record<Reason['kind'], string>> = {
  unresolved: 'circle-slash',
  disabled: 'info',
  'not-selected': 'info',
  bail: 'info',
  cancelled: 'info',
  expectation: 'error',
  extraction: 'error',
  transport: 'error',
  redirect: 'error',
  'not-sendable': 'error',
  refused: 'error',
  authentication: 'error',
};
