/** One variable: where it comes from, and the places that could take it. */
import type { MappingGroup } from '../../src/protocol/mappingContract';
import { Icon } from '../ui/Icon';
import { useGrowingCount } from '../ui/useGrowingCount';
import { t, tRich } from '../ui/l10n';
import { Change } from './Change';
import type { ReviewActions } from './reviewActions';
import { UseRow } from './UseRow';
import { isTicked, type MappingAction, type MappingState } from './mappingState';
import './GroupPane.css';

interface GroupProps {
  readonly group: MappingGroup;
  readonly state: MappingState;
  readonly dispatch: (action: MappingAction) => void;
  readonly actions: ReviewActions;
}

/** A variable and its uses. */
export function GroupPane(props: GroupProps) {
  const { variable, source, summary, extraction, warnings, uses } = props.group;
  const shown = useGrowingCount(uses.length);
  return (
    <section class="group" aria-label={variable}>
      <GroupHead {...props} />
      <p>{summary}</p>
      {warnings.map((warning) => (
        <p key={warning} class="doubtful">
          <Icon name="warning" /> {warning}
        </p>
      ))}
      {extraction === undefined ? (
        <p class="quiet">{t('{0} extracts it already.', source.name)}</p>
      ) : (
        <Change place={t('extract of {0}', source.name)} after={extraction} />
      )}
      <ul>
        {uses.slice(0, shown).map((use) => (
          <UseRow
            key={use.key}
            use={use}
            suggested={variable}
            state={props.state}
            dispatch={props.dispatch}
            actions={props.actions}
          />
        ))}
      </ul>
    </section>
  );
}

function GroupHead({ group, state, dispatch, actions }: GroupProps) {
  const { variable, source, place, uses } = group;
  const ticked = uses.filter((use) => isTicked(state, use)).length;
  const isAll = ticked === uses.length;
  return (
    <h2>
      <input
        type="checkbox"
        aria-label={t('All uses of {0}', variable)}
        checked={isAll}
        indeterminate={ticked > 0 && !isAll}
        onChange={() => dispatch({ type: 'ticked', keys: uses.map(({ key }) => key), isTicked: !isAll })}
      />
      <span class="group-source">
        <code class="group-variable">{variable}</code> <Icon name="arrow-left" />{' '}
        <span class="group-place">{tRich('{0} of', <code>{place}</code>)} </span>
        <button type="button" class="link" onClick={() => actions.onReveal(source.id)}>
          {source.name}
        </button>
      </span>
    </h2>
  );
}
