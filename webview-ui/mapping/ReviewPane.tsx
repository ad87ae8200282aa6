/** The proposals of a review, what to tick at once, and what is applied. */
import { plural } from '../../src/core/words';
import type { PickedUse, ReviewView } from '../../src/protocol/mappingContract';
import { Button } from '../ui/Button';
import { timeText } from '../ui/timeText';
import { useGrowingCount } from '../ui/useGrowingCount';
import { CopyList } from './CopyList';
import { GroupPane } from './GroupPane';
import { RejectedList } from './RejectedList';
import { TrialNote } from './TrialNote';
import { VerificationNote } from './VerificationNote';
import {
  openGroups,
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
  const groups = openGroups(view);
  const shown = useGrowingCount(groups.length);
  return (
    <>
      <p class="review-source quiet">
        By {view.answered === 1 ? 'the response' : `${view.answered} responses`} of{' '}
        {view.source === 'run' ? 'the run' : 'the recording'} of {timeText(view.startedAt)}.{' '}
        <button type="button" class="link" onClick={actions.onAgain}>
          Map again
        </button>
      </p>
      <VerificationNote verification={view.verification} actions={actions} />
      {state.applied !== undefined && (
        <p class="review-applied" role="status">
          {plural(state.applied, 'place refers', 'places refer')} to what an earlier request extracts now.
          Undo in the chain takes it back.{' '}
          <button type="button" class="link" onClick={actions.onRun}>
            Run to verify
          </button>
        </p>
      )}
      {view.trial !== undefined && <TrialNote trial={view.trial} onTakeInstead={actions.onTakeInstead} />}
      {groups.length === 0 ? (
        <p class="review-nothing">
          Nothing is left to map: as far as these responses tell, no other value of a later request came from
          an earlier one.
        </p>
      ) : (
        <ReviewBar state={state} view={view} dispatch={dispatch} onApply={actions.onApply} />
      )}
      {groups.slice(0, shown).map((group) => (
        <GroupPane
          key={group.uses[0]?.key}
          group={group}
          state={state}
          dispatch={dispatch}
          actions={actions}
        />
      ))}
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
  const picks = picksOf(state);
  return (
    <div class="review-bar" role="toolbar" aria-label="Suggestions">
      <Button isOff={picks.length === 0} onPress={() => onApply(picks)}>
        Apply {picks.length}
      </Button>
      <span role="status">
        {picks.length} of {keys.length} ticked
      </span>
      <span class="review-ticks">
        <button type="button" class="link" onClick={() => dispatch({ type: 'ticked', keys, isTicked: true })}>
          Tick all
        </button>
        <button
          type="button"
          class="link"
          onClick={() => dispatch({ type: 'ticked', keys, isTicked: false })}
        >
          Tick none
        </button>
      </span>
      <label class="review-threshold">
        Tick all from
        <input
          type="range"
          min={0}
          max={100}
          step={1}
          value={state.threshold}
          aria-valuetext={`${percentText(state.threshold / 100)} sure`}
          onInput={({ currentTarget }) =>
            dispatch({ type: 'threshold-moved', percent: Number(currentTarget.value) })
          }
        />
        <span class="review-percent">{percentText(state.threshold / 100)}</span>
      </label>
    </div>
  );
}
