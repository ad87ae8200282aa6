/** What a repair changes, each with its reason. */
import type { ShownRepairChange } from '../../../src/protocol/repairContract';
import { t, tRich } from '../../ui/l10n';
import { useGrowingCount } from '../../ui/useGrowingCount';
import { Change } from '../Change';

/** The changes; nothing when there is none. */
export function RepairChanges(props: {
  readonly changes: readonly ShownRepairChange[];
  readonly onReveal: (request: string) => void;
}) {
  const { changes, onReveal } = props;
  const shown = useGrowingCount(changes.length);
  if (changes.length === 0) {
    return null;
  }
  return (
    <>
      <h3>{t('Changes')}</h3>
      <ul>
        {changes.slice(0, shown).map(({ request, place, takes, why, ...change }) => (
          <li key={`${request.id} ${place}`}>
            <p>
              {tRich(
                '{0} · {1} takes {2}',
                <button type="button" class="link" onClick={() => onReveal(request.id)}>
                  {request.name}
                </button>,
                place,
                takes,
              )}
            </p>
            <p class="quiet">{why}</p>
            <Change {...change} />
          </li>
        ))}
      </ul>
    </>
  );
}
