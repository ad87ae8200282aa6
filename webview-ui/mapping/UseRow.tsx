/** A place that could refer to a variable: how sure that is and why, what would change, and from where else. */
import { useId } from 'preact/hooks';
import type { MappingThing, MappingUse, ShownChoice } from '../../src/protocol/mappingContract';
import { t } from '../ui/l10n';
import { Change } from './Change';
import { NotLiveNote } from './NotLiveNote';
import type { ReviewActions } from './reviewActions';
import { VerdictNote } from './VerdictNote';
import { choiceOf, isTicked, percentText, type MappingAction, type MappingState } from './mappingState';
import './UseRow.css';

interface UseProps {
  /** What the place sends. */
  readonly thing: MappingThing;
  readonly use: MappingUse;
  readonly state: MappingState;
  readonly dispatch: (action: MappingAction) => void;
  readonly actions: ReviewActions;
}

/** One place. */
export function UseRow({ suggested, ...props }: UseProps & { readonly suggested: string }) {
  const { use, state, dispatch } = props;
  const { choice, index } = choiceOf(state, use);
  const why = useId();
  return choice === undefined ? null : (
    <li class="use">
      <UseHead {...props} confidence={choice.confidence} describedBy={why} />
      {use.verdict !== undefined && (
        <div class="use-verdict">
          <VerdictNote verdict={use.verdict} />
        </div>
      )}
      <p id={why} class="use-reasons quiet">
        {choice.reasons.join('; ')}
      </p>
      {choice.notLive !== undefined && (
        <div class="use-verdict">
          <NotLiveNote reason={choice.notLive} thing={props.thing} onReveal={props.actions.onReveal} />
        </div>
      )}
      <Change before={choice.before} after={choice.after} />
      {use.choices.length > 1 && (
        <SourceChoice
          choices={use.choices}
          chosen={index}
          suggested={suggested}
          onChoose={(at) => dispatch({ type: 'source-chosen', key: use.key, choice: at })}
        />
      )}
    </li>
  );
}

function UseHead(props: UseProps & { readonly confidence: number; readonly describedBy: string }) {
  const { use, state, dispatch, actions, confidence, describedBy } = props;
  const { key, request, place, isSure } = use;
  const ticked = isTicked(state, use);
  return (
    <div class="use-head">
      <label>
        <input
          type="checkbox"
          checked={ticked}
          aria-describedby={describedBy}
          onChange={() => dispatch({ type: 'ticked', keys: [key], isTicked: !ticked })}
        />
        <span class="use-name">
          {request.name} <span class="quiet">· {place}</span>
        </span>
      </label>
      <span class="use-actions">
        <button
          type="button"
          class="link"
          aria-label={t('Show {0}', request.name)}
          onClick={() => actions.onReveal(request.id)}
        >
          {t('Show')}
        </button>
        <button
          type="button"
          class="link"
          aria-label={t('Reject {0} of {1}', place, request.name)}
          onClick={() => actions.onReject([key])}
        >
          {t('Reject')}
        </button>
        <span class={`use-confidence ${isSure ? 'good' : 'doubtful'}`}>
          {percentText(confidence)}
          <span class="spoken"> {t('sure')}</span>
        </span>
      </span>
    </div>
  );
}

/** The answers that the value may come from; one of another variable says so. */
function SourceChoice(props: {
  readonly choices: readonly ShownChoice[];
  readonly chosen: number;
  /** The variable that is suggested. */
  readonly suggested: string;
  readonly onChoose: (index: number) => void;
}) {
  const { choices, chosen, suggested, onChoose } = props;
  return (
    <label class="use-source">
      {t('From')}{' '}
      <select
        class="field"
        value={chosen}
        onChange={({ currentTarget }) => onChoose(Number(currentTarget.value))}
      >
        {choices.map(({ words, confidence, variable }, index) => (
          <option key={words} value={index}>
            {variable === suggested
              ? `${words} (${percentText(confidence)})`
              : t('{0} ({1}) as {2}', words, percentText(confidence), variable)}
          </option>
        ))}
      </select>
    </label>
  );
}
