/** Values that people typed differently in two recordings: each can be a column of rows of data. */
import type { ReviewView, ShownColumn } from '../../src/protocol/mappingContract';
import { Button } from '../ui/Button';
import { Icon } from '../ui/Icon';
import { t } from '../ui/l10n';
import { Change } from './Change';
import { OfferList } from './OfferList';
import type { ReviewActions } from './reviewActions';

/** The values, each to be made a column; nothing when there is none. */
export function ColumnList(props: {
  readonly columns: readonly ShownColumn[];
  readonly usedBy: NonNullable<ReviewView['usedBy']>;
  readonly actions: Pick<ReviewActions, 'onApplyColumn'>;
}) {
  const { columns, usedBy, actions } = props;
  return (
    <OfferList
      title={t('Values that were typed')}
      about={t(
        'No earlier response has these values, and they differ in the second recording. As columns of rows of data they make the chain run once for each recording, and for any rows that you add.',
      )}
      offers={columns}
      entry={(column) => <ColumnEntry column={column} onApply={actions.onApplyColumn} />}
    >
      {usedBy.length > 0 && (
        <p class="doubtful">
          <Icon name="warning" />{' '}
          {t(
            'A chain with rows of data runs by itself only. These require or run it, and would no longer run: {0}.',
            usedBy.join(', '),
          )}
        </p>
      )}
    </OfferList>
  );
}

function ColumnEntry(props: { readonly column: ShownColumn; readonly onApply: (key: string) => void }) {
  const { column, onApply } = props;
  const { variable, values, uses } = column;
  return (
    <>
      <p>
        <code>{variable}</code>
      </p>
      {values.map((value, index) => (
        <Change place={t('row {0}', index + 1)} after={value} key={index} />
      ))}
      {uses.map(({ request, place }) => (
        <Change
          place={t('{0} of {1}', place, request.name)}
          after={`"{{${variable}}}"`}
          key={`${request.id} ${place}`}
        />
      ))}
      <Button onPress={() => onApply(column.key)}>{t('Make {0} a column', variable)}</Button>
    </>
  );
}
