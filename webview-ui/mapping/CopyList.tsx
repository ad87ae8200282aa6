/** Objects that are sent again as a whole: one variable can hold the whole object. */
import type { ShownCopy } from '../../src/protocol/mappingContract';
import { Button } from '../ui/Button';
import { Icon } from '../ui/Icon';
import { t, tRich } from '../ui/l10n';
import { Change } from './Change';
import { OfferList } from './OfferList';
import type { ReviewActions } from './reviewActions';

/** The objects, each to be taken whole; nothing when there is none. */
export function CopyList(props: {
  readonly copies: readonly ShownCopy[];
  readonly actions: Pick<ReviewActions, 'onApplyCopy' | 'onReveal'>;
}) {
  const { copies, actions } = props;
  return (
    <OfferList
      title={t('Whole objects that are sent again')}
      about={t(
        'A response has an object that later requests send with the same members and values. One variable can hold the whole object, which keeps it together and preserves its types.',
      )}
      offers={copies}
      entry={(copy) => <CopyEntry copy={copy} actions={actions} />}
    />
  );
}

function CopyEntry(props: {
  readonly copy: ShownCopy;
  readonly actions: Pick<ReviewActions, 'onApplyCopy' | 'onReveal'>;
}) {
  const { copy, actions } = props;
  const { variable, source, place, members, extraction, warnings, uses } = copy;
  return (
    <>
      <p>
        {tRich(
          '{0} {1} of {2}',
          <code>{variable}</code>,
          place,
          <button type="button" class="link" onClick={() => actions.onReveal(source.id)}>
            {source.name}
          </button>,
        )}{' '}
        <span class="quiet">({members})</span>
      </p>
      {warnings.map((warning) => (
        <p class="doubtful" key={warning}>
          <Icon name="warning" /> {warning}
        </p>
      ))}
      <Change place={t('extract of {0}', source.name)} after={extraction} />
      {uses.map(({ request, place: to }) => (
        <Change
          place={t('{0} of {1}', to, request.name)}
          after={`"{{${variable}}}"`}
          key={`${request.id} ${to}`}
        />
      ))}
      <Button onPress={() => actions.onApplyCopy(copy.key)}>{t('Take {0} as one', variable)}</Button>
    </>
  );
}
