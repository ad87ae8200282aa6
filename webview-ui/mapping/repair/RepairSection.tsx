/** Run and Repair: the way to it, its progress, and its result with what the person can do about it. */
import type { ComparedSession, DoneRepair, RepairView } from '../../../src/protocol/repairContract';
import { Button } from '../../ui/Button';
import { t } from '../../ui/l10n';
import { timeText } from '../../ui/timeText';
import { DecisionList } from './DecisionList';
import { RepairChanges } from './RepairChanges';
import type { RepairActions } from './repairActions';
import './RepairSection.css';

/** The last repair of the chain, or how to begin one. */
export function RepairSection(props: {
  readonly repair: RepairView | undefined;
  readonly actions: RepairActions;
}) {
  const { repair, actions } = props;
  if (repair === undefined) {
    return (
      <p class="repair-start quiet">
        {t('Does the chain fail?')}{' '}
        <button type="button" class="link" onClick={actions.onRepair}>
          {t('Run and Repair')}
        </button>
      </p>
    );
  }
  return (
    <section class="repair" aria-label={t('Run and Repair')}>
      <h2>{t('Run and Repair')}</h2>
      {repair.kind === 'running' ? (
        <p role="status">
          {repair.trial === undefined
            ? t('Running the chain…')
            : t('Trial {0}: {1}', repair.trial.number, repair.trial.words)}{' '}
          <button type="button" class="link" onClick={actions.onCancel}>
            {t('Cancel')}
          </button>
        </p>
      ) : (
        <RepairResult repair={repair} actions={actions} />
      )}
    </section>
  );
}

function RepairResult({ repair, actions }: { readonly repair: DoneRepair; readonly actions: RepairActions }) {
  const { changes, decisions, remarks, stale, unexplained } = repair;
  const isProven = repair.outcome === 'green' && stale.length + unexplained.length === 0;
  return (
    <>
      <p role="status">
        <span class={isProven ? 'good' : 'doubtful'}>{outcomeText(repair)}</span>{' '}
        <span class="quiet">{comparedText(repair.comparedWith)}</span>
      </p>
      <RepairBar repair={repair} actions={actions} />
      <RepairChanges changes={changes} onReveal={actions.onReveal} />
      <DecisionList title={t('To decide')} decisions={decisions} onReveal={actions.onReveal} />
      <DecisionList
        title={t('Accepted, but answered in another way than before')}
        decisions={remarks}
        onReveal={actions.onReveal}
      />
      <PlaceList
        title={t('Recorded values that are still sent, although this run has others')}
        places={stale}
      />
      <PlaceList title={t('Recorded IDs that nothing explains')} places={unexplained} />
    </>
  );
}

function PlaceList({ title, places }: { readonly title: string; readonly places: readonly string[] }) {
  return (
    places.length > 0 && (
      <>
        <h3>{title}</h3>
        <ul>
          {places.map((place) => (
            <li key={place}>{place}</li>
          ))}
        </ul>
      </>
    )
  );
}

/** What can be done with the result. */
function RepairBar({ repair, actions }: { readonly repair: DoneRepair; readonly actions: RepairActions }) {
  const { changes, chain } = repair;
  const canApply = changes.length > 0 && chain === 'before';
  return (
    <>
      {changes.length > 0 && chain === 'applied' && (
        <p role="status">{t('The changes are applied. Undo in the chain takes them back.')}</p>
      )}
      {changes.length > 0 && chain === 'changed' && (
        <p class="doubtful" role="status">
          {t('The chain has changed since, so these changes cannot be applied. Run and repair it again.')}
        </p>
      )}
      <div class="repair-bar" role="toolbar" aria-label={t('Result')}>
        {canApply && (
          <Button onPress={actions.onApply}>
            {changes.length === 1 ? t('Apply 1 Change') : t('Apply {0} Changes', changes.length)}
          </Button>
        )}
        {canApply && (
          <Button quiet onPress={actions.onCompare}>
            {t('Show Diff')}
          </Button>
        )}
        <button type="button" class="link" onClick={actions.onRepair}>
          {t('Repair again')}
        </button>
        <button type="button" class="link" onClick={actions.onDiscard}>
          {chain === 'applied' || changes.length === 0 ? t('Close') : t('Discard')}
        </button>
      </div>
    </>
  );
}

function outcomeText({ outcome, trials, decisions, remarks, stale, unexplained }: DoneRepair): string {
  if (outcome === 'stopped') {
    return t('Stopped because a request got no answer. Trials: {0}.', trials);
  }
  if (outcome === 'green') {
    const recorded = stale.length + unexplained.length;
    return recorded === 0
      ? t('Every request went as before. Trials: {0}.', trials)
      : t(
          'Every request went as before. Places that still send recorded values: {0}. Trials: {1}.',
          recorded,
          trials,
        );
  }
  if (decisions.length === 0) {
    return t('Every request was accepted. Answers that differ: {0}. Trials: {1}.', remarks.length, trials);
  }
  return decisions.length === 1
    ? t('Requests that still differ: {0}. Trials: {1}.', decisions.length, trials)
    : t(
        'Requests that still differ: {0}. Begin with the first: others may only follow from it. Trials: {1}.',
        decisions.length,
        trials,
      );
}

function comparedText(compared: ComparedSession): string {
  switch (compared.kind) {
    case 'run':
      return t('Compared with the run of {0}.', timeText(compared.startedAt));
    case 'recorded':
      return t('Compared with the recording of {0}.', timeText(compared.startedAt));
    case 'file':
      return t('Compared with {0}.', compared.name);
  }
}
