/** Why a request did not pass, most important first, down to the root cause. */
import type { ComponentChildren } from 'preact';
import type { Reason } from '../../src/core/result/result';
import { rootCauseOf, todoOf } from '../../src/core/result/resultViews';
import { EnvironmentLink } from '../ui/EnvironmentLink';
import { Icon } from '../ui/Icon';
import { SampleLink } from '../ui/SampleLink';
import { SecretLink } from '../ui/SecretLink';
import { engineText, t } from '../ui/l10n';
import './Reasons.css';

/** What the person can do about a reason. */
export interface ReasonActions {
  readonly onRunWithDependencies: () => void;
  /** Asks for the secret that the reason at a position says is missing. */
  readonly onSetSecret: (position: number) => void;
  /** Absent when there was an environment. */
  readonly onSelectEnvironment?: () => void;
  /** Absent where the sample is not open. */
  readonly onStartSampleApi?: () => void;
}

/** The reasons; nothing when there are none. A missing value comes with a way to get it. */
export function Reasons(props: {
  readonly reasons: readonly Reason[];
  readonly actions: ReasonActions;
  /** What is known of the way to the root cause. */
  readonly children?: ComponentChildren;
}) {
  const { reasons, actions, children } = props;
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
              <p>{engineText(reason.message)}</p>
              <Cause reason={reason} />
              <WayOut reason={reason} position={index} actions={actions} />
            </div>
          </li>
        ))}
      </ul>
      {children}
      {canBeProduced && (
        <button type="button" class="link" onClick={actions.onRunWithDependencies}>
          {t('Run with the requests it depends on')}
        </button>
      )}
    </div>
  );
}

function Cause({ reason }: { readonly reason: Reason }) {
  const todo = todoOf(reason);
  if (todo !== undefined) {
    return <p class="quiet">{engineText(todo)}</p>;
  }
  const cause = rootCauseOf(reason);
  return cause === undefined ? null : <p class="quiet">{t('Root cause: {0}', cause)}</p>;
}

/** A link to where the person changes what was in the way; nothing when no place is known. */
function WayOut(props: {
  readonly reason: Reason;
  readonly position: number;
  readonly actions: ReasonActions;
}) {
  const { reason, position, actions } = props;
  const { onSelectEnvironment, onStartSampleApi } = actions;
  if (reason.kind === 'transport') {
    return reason.failure.code === 'connection-refused' && onStartSampleApi !== undefined ? (
      <SampleLink onStartSampleApi={onStartSampleApi} />
    ) : null;
  }
  if (reason.kind !== 'unresolved') {
    return null;
  }
  if (reason.secret !== undefined) {
    return <SecretLink onSetSecret={() => actions.onSetSecret(position)} />;
  }
  return reason.producer === undefined && onSelectEnvironment !== undefined ? (
    <EnvironmentLink onSelectEnvironment={onSelectEnvironment} />
  ) : null;
}

const ICONS: Readonly<Record<Reason['kind'], string>> = {
  unresolved: 'circle-slash',
  condition: 'info',
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
