/** Guesses by names alone, none of which is ticked before the person does. */
import type { ShownGuess } from '../../src/protocol/mappingContract';
import { Button } from '../ui/Button';
import { useGrowingCount } from '../ui/useGrowingCount';
import { t, tRich } from '../ui/l10n';
import { Change } from './Change';
import { isGuessTicked, percentText, type MappingAction, type MappingState } from './mappingState';
import './GuessList.css';

/** The guesses, to be ticked and applied. */
export function GuessList(props: {
  readonly guesses: readonly ShownGuess[];
  readonly state: MappingState;
  readonly dispatch: (action: MappingAction) => void;
  readonly onApply: (variables: readonly string[]) => void;
}) {
  const { guesses, state, dispatch, onApply } = props;
  const shown = useGrowingCount(guesses.length);
  const ticked = guesses.filter((guess) => isGuessTicked(state, guess)).map(({ variable }) => variable);
  return (
    <section class="guesses" aria-label={t('By names alone')}>
      <h2>{t('By names alone')}</h2>
      <p class="quiet">{t('No response was seen: these are guesses. A run shows whether they are right.')}</p>
      <ul>
        {guesses.slice(0, shown).map((guess) => (
          <li key={guess.variable}>
            <label>
              <input
                type="checkbox"
                checked={isGuessTicked(state, guess)}
                onChange={({ currentTarget }) =>
                  dispatch({
                    type: 'guess-ticked',
                    variable: guess.variable,
                    isTicked: currentTarget.checked,
                  })
                }
              />
              <span>
                {tRich('{0} from {1}', <code>{guess.variable}</code>, guess.source.name)}{' '}
                <span class="quiet">
                  {guess.reason} · {percentText(guess.confidence)}
                </span>
              </span>
            </label>
            <Change place={t('extract of {0}', guess.source.name)} after={guess.extraction} />
          </li>
        ))}
      </ul>
      <Button isOff={ticked.length === 0} onPress={() => onApply(ticked)}>
        {t('Apply {0}', ticked.length)}
      </Button>
    </section>
  );
}
