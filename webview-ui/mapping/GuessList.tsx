/** Guesses by names alone, none of which is ticked before the person does. */
import type { ShownGuess } from '../../src/protocol/mappingContract';
import { Button } from '../ui/Button';
import { useGrowingCount } from '../ui/useGrowingCount';
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
    <section class="guesses" aria-label="By names alone">
      <h2>By names alone</h2>
      <p class="quiet">No response was seen: these are guesses. A run shows whether they are right.</p>
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
                <code>{guess.variable}</code> from {guess.source.name}{' '}
                <span class="quiet">
                  {guess.reason} · {percentText(guess.confidence)}
                </span>
              </span>
            </label>
            <Change place={`extract of ${guess.source.name}`} after={guess.extraction} />
          </li>
        ))}
      </ul>
      <Button isOff={ticked.length === 0} onPress={() => onApply(ticked)}>
        Apply {ticked.length}
      </Button>
    </section>
  );
}
