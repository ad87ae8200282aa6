/** What a run says of the places that were applied. */
import type { OtherSource, PickedUse, Trial } from '../../src/protocol/mappingContract';
import { timeText } from '../ui/timeText';
import { useGrowingCount } from '../ui/useGrowingCount';
import { t } from '../ui/l10n';
import { Change } from './Change';
import { VerdictNote } from './VerdictNote';
import './TrialNote.css';

/** The places with their verdicts. */
export function TrialNote(props: {
  readonly trial: Trial;
  readonly onTakeInstead: (pick: PickedUse) => void;
}) {
  const { startedAt, places } = props.trial;
  const shown = useGrowingCount(places.length);
  const count = (kind: string): number => places.filter(({ verdict }) => verdict.kind === kind).length;
  return (
    <section class="trial" aria-label={t('Verified by a run')}>
      <p role="status">
        {t(
          'The run of {0}: {1} confirmed, {2} rejected, {3} with nothing for or against. Other inputs tell more: change what was typed, or the environment, and run again.',
          timeText(startedAt),
          count('confirmed'),
          count('rejected'),
          count('kept'),
        )}
      </p>
      <ul>
        {places.slice(0, shown).map(({ request, place, variable, verdict, others }) => (
          <li key={`${request.id} ${place}`}>
            <span>
              {request.name} <span class="quiet">· {place}</span> <code>{variable}</code>
            </span>
            <VerdictNote verdict={verdict} />
            {others.map((other) => (
              <OtherSourceLine key={other.words} other={other} onTake={props.onTakeInstead} />
            ))}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A source to take instead, and what goes away with the one that was taken. */
function OtherSourceLine(props: { readonly other: OtherSource; readonly onTake: (pick: PickedUse) => void }) {
  const { pick, words, drops } = props.other;
  return (
    <>
      <button type="button" class="link" onClick={() => props.onTake(pick)}>
        {t('Take {0} instead', words)}
      </button>
      {drops !== undefined && <Change place={t('extract of {0}', drops.from)} before={drops.extraction} />}
    </>
  );
}
