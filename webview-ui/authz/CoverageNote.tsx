/** Which operations of the API no cell tested, and the way to measure by another description. */
import type { Coverage } from '../../src/core/authz/report/coverage';
import { t } from '../ui/l10n';

/** The coverage of a run that has ended; `null` when nothing lists the operations. */
export function CoverageNote(props: { readonly coverage: Coverage | null; readonly onChoose: () => void }) {
  const { coverage, onChoose } = props;
  return (
    <div class="authz-coverage quiet">
      {coverage !== null && <Untested coverage={coverage} />}
      <button type="button" class="link" onClick={onChoose}>
        {t('Measure Coverage by a Description…')}
      </button>
    </div>
  );
}

function Untested({ coverage: { of, total, untested } }: { readonly coverage: Coverage }) {
  if (untested.length === 0) {
    return <p>{t('Every operation was tested ({0})', of)}</p>;
  }
  return (
    <details data-place="coverage">
      <summary>{t('{0} of {1} operations were not tested ({2})', untested.length, total, of)}</summary>
      <ul>
        {untested.map((operation) => (
          <li key={operation}>
            <code>{operation}</code>
          </li>
        ))}
      </ul>
    </details>
  );
}
