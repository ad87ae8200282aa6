/** What a run says of the places that were applied. */
import type { OtherSource, PickedUse, Trial } from '../../src/protocol/mappingContract';
import { timeText } from '../ui/timeText';
import { useGrowingCount } from '../ui/useGrowingCount';
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
    <section class="trial" aria-label="Verified by a run">
      <p role="status">
        The run of {timeText(startedAt)}: {count('confirmed')} confirmed, {count('rejected')} rejected,{' '}
        {count('kept')} with nothing for or against. Other inputs tell more: change what was typed, or the
        environment, and run again.
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
        Take {words} instead
      </button>
      {drops !== undefined && <Change place={`extract of ${drops.from}`} before={drops.extraction} />}
    </>
  );
}
