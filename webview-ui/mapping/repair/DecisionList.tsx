/** What a repair leaves to a person: requests that differ, each with proposals. */
import type { ShownDecision } from '../../../src/protocol/repairContract';
import { t } from '../../ui/l10n';
import { useGrowingCount } from '../../ui/useGrowingCount';

/** The decisions; nothing when there is none. */
export function DecisionList(props: {
  readonly title: string;
  readonly decisions: readonly ShownDecision[];
  readonly onReveal: (request: string) => void;
}) {
  const { title, decisions, onReveal } = props;
  const shown = useGrowingCount(decisions.length);
  if (decisions.length === 0) {
    return null;
  }
  return (
    <>
      <h3>{title}</h3>
      <ul>
        {decisions.slice(0, shown).map(({ request, words, proposals }) => (
          <li key={request.id}>
            <p>
              <button type="button" class="link" onClick={() => onReveal(request.id)}>
                {request.name}
              </button>
              : {words}
            </p>
            <ol>
              {proposals.map(({ text, tried }) => (
                <li key={text}>
                  {text} {tried !== undefined && <span class="quiet">({triedText(tried)})</span>}
                </li>
              ))}
            </ol>
          </li>
        ))}
      </ul>
    </>
  );
}

function triedText(tried: NonNullable<ShownDecision['proposals'][number]['tried']>): string {
  switch (tried) {
    case 'failed':
      return t('tried: it did not help');
    case 'mutation':
      return t('not tried: it repeats a request that can create or change something each time');
    case 'limit':
      return t('not tried: all trials were used');
  }
}
