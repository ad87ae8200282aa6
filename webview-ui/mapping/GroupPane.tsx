/** One variable: where it comes from, and the places that could take it. */
import type { MappingGroup, MappingThing } from '../../src/protocol/mappingContract';
import { Icon } from '../ui/Icon';
import { useGrowingCount } from '../ui/useGrowingCount';
import { t, tRich } from '../ui/l10n';
import { Change } from './Change';
import type { ReviewActions } from './reviewActions';
import { UseRow } from './UseRow';
import type { MappingAction, MappingState } from './mappingState';
import './GroupPane.css';

interface GroupProps {
  readonly thing: MappingThing;
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
      <GroupHead group={props.group} actions={props.actions} />
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
            thing={props.thing}
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

function GroupHead({ group, actions }: Pick<GroupProps, 'group' | 'actions'>) {
  const { variable, source, place } = group;
  return (
    <h3>
      <code class="group-variable">{variable}</code> <Icon name="arrow-left" />{' '}
      <span class="group-place">{tRich('{0} of', <code>{place}</code>)} </span>
      <button type="button" class="link" onClick={() => actions.onReveal(source.id)}>
        {source.name}
      </button>
    </h3>
  );
}
