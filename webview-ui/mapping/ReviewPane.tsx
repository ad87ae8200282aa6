/** The proposals of a review, what to tick at once, and what is applied. */
import type { PickedUse, ReviewView } from '../../src/protocol/mappingContract';
import { Button } from '../ui/Button';
import { timeText } from '../ui/timeText';
import { useGrowingCount } from '../ui/useGrowingCount';
import { t } from '../ui/l10n';
import { ColumnList } from './ColumnList';
import { CopyList } from './CopyList';
import { LoopList } from './LoopList';
import { RejectedList } from './RejectedList';
import { ThingPane } from './ThingPane';
import { TrialNote } from './TrialNote';
import { VerificationNote } from './VerificationNote';
import {
  openThings,
  percentText,
  picksOf,
  usesOf,
  type MappingAction,
  type MappingState,
} from './mappingState';
import type { ReviewActions } from './reviewActions';
import './ReviewPane.css';

/** A chain's proposals. */
export function ReviewPane(props: {
  readonly state: MappingState;
  readonly view: ReviewView;
  readonly dispatch: (action: MappingAction) => void;
  readonly actions: ReviewActions;
}) {
  const { state, view, dispatch, actions } = props;
  const things = openThings(view);
  const shown = useGrowingCount(things.length);
  return (
    <>
      <p class="review-source quiet">
        {originText(view)}{' '}
        <button type="button" class="link" onClick={actions.onAgain}>
          {t('Map again')}
        </button>
      </p>
      <VerificationNote verification={view.verification} actions={actions} />
      {state.applied !== undefined && (
        <p class="review-applied" role="status">
          {appliedText(state.applied)}{' '}
          <button type="button" class="link" onClick={actions.onRun}>
            {t('Run to verify')}
          </button>
        </p>
      )}
      {view.trial !== undefined && <TrialNote trial={view.trial} onTakeInstead={actions.onTakeInstead} />}
      {things.length === 0 ? (
        <p class="review-nothing">
          {t(
            'Nothing is left to map: as far as these responses tell, no other value of a later request came from an earlier one.',
          )}
        </p>
      ) : (
        <>
          <ReviewBar state={state} view={view} dispatch={dispatch} onApply={actions.onApply} />
          <ul class="things" aria-label={t('Suggestions')}>
            {things.slice(0, shown).map((thing) => (
              <ThingPane key={thing.key} thing={thing} state={state} dispatch={dispatch} actions={actions} />
            ))}
          </ul>
        </>
      )}
      <ColumnList columns={view.columns} usedBy={view.usedBy ?? []} actions={actions} />
      <LoopList loops={view.loops} actions={actions} />
      <CopyList copies={view.copies} actions={actions} />
      <RejectedList uses={usesOf(view, 'rejected')} onRestore={actions.onRestore} />
    </>
  );
}

/** Ticks many at once, and applies what is ticked. */
function ReviewBar(props: {
  readonly state: MappingState;
  readonly view: ReviewView;
  readonly dispatch: (action: MappingAction) => void;
  readonly onApply: (picks: readonly PickedUse[]) => void;
}) {
  const { state, view, dispatch, onApply } = props;
  const keys = usesOf(view, 'open').map(({ key }) => key);
  const fold = (isUnfolded: boolean): void =>
    dispatch({ type: 'unfolded', keys: view.things.map(({ key }) => key), isUnfolded });
  const picks = picksOf(state);
  return (
    <div class="review-bar" role="toolbar" aria-label={t('Suggestions')}>
      <Button isOff={picks.length === 0} onPress={() => onApply(picks)}>
        {t('Apply {0}', picks.length)}
      </Button>
      <span role="status">{t('{0} of {1} ticked', picks.length, keys.length)}</span>
      <span class="review-ticks">
        <button type="button" class="link" onClick={() => dispatch({ type: 'ticked', keys, isTicked: true })}>
          {t('Tick all')}
        </button>
        <button
          type="button"
          class="link"
          onClick={() => dispatch({ type: 'ticked', keys, isTicked: false })}
        >
          {t('Tick none')}
        </button>
        <button type="button" class="link" onClick={() => fold(true)}>
          {t('Unfold all')}
        </button>
        <button type="button" class="link" onClick={() => fold(false)}>
          {t('Fold all')}
        </button>
      </span>
      <label class="review-threshold">
        {t('Tick all from')}
        <input
          type="range"
          min={0}
          max={100}
          step={1}
          value={state.threshold}
          aria-valuetext={t('{0} sure', percentText(state.threshold / 100))}
          onInput={({ currentTarget }) =>
            dispatch({ type: 'threshold-moved', percent: Number(currentTarget.value) })
          }
        />
        <span class="review-percent">{percentText(state.threshold / 100)}</span>
      </label>
    </div>
  );
}

/** The responses that were compared. */
function originText({ answered, source, startedAt }: ReviewView): string {
  const time = timeText(startedAt);
  if (source === 'run') {
    return answered === 1
      ? t('By the response of the run of {0}.', time)
      : t('By {0} responses of the run of {1}.', answered, time);
  }
  return answered === 1
    ? t('By the response of the recording of {0}.', time)
    : t('By {0} responses of the recording of {1}.', answered, time);
}

function appliedText(places: number): string {
  return places === 1
    ? t('1 place refers to what an earlier request extracts now. Undo in the chain takes it back.')
    : t('{0} places refer to what an earlier request extracts now. Undo in the chain takes it back.', places);
}
