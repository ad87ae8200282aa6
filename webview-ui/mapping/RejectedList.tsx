/** Proposals that the person rejected: out of the way, and not lost. */
import type { MappingUse } from '../../src/protocol/mappingContract';
import { t } from '../ui/l10n';
import './RejectedList.css';

/** What was rejected; nothing when there is none. */
export function RejectedList(props: {
  readonly uses: readonly MappingUse[];
  readonly onRestore: (keys: readonly string[]) => void;
}) {
  const { uses, onRestore } = props;
  if (uses.length === 0) {
    return null;
  }
  return (
    <details class="rejected" data-place="rejected">
      <summary>{t('Rejected ({0})', uses.length)}</summary>
      <button type="button" class="link" onClick={() => onRestore(uses.map(({ key }) => key))}>
        {t('Bring all back')}
      </button>
      <ul>
        {uses.map(({ key, request, place, choices: [first] }) => (
          <li key={key}>
            <span>
              {request.name} <span class="quiet">· {place}</span> <code>{first?.variable}</code>
            </span>
            <button
              type="button"
              class="link"
              aria-label={t('Bring back {0} of {1}', place, request.name)}
              onClick={() => onRestore([key])}
            >
              {t('Bring back')}
            </button>
          </li>
        ))}
      </ul>
    </details>
  );
}
