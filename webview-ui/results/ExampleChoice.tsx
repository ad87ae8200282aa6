/** Which of the saved examples of an imported request is shown. */
import { exampleTitle } from '../../src/core/result/resultViews';
import type { SavedExample } from '../../src/core/result/result';
import { t } from '../ui/l10n';
import './ExampleChoice.css';

/** A choice of several; of a single one its name, where it has one. */
export function ExampleChoice(props: {
  readonly examples: readonly SavedExample[];
  readonly chosen: number;
  /** The person chose another one, by its position. */
  readonly onChoose: (position: number) => void;
}) {
  const { examples, chosen, onChoose } = props;
  const [first, ...others] = examples;
  if (others.length === 0) {
    return first?.name === undefined ? null : (
      <p class="example-choice">
        {t('Example')} <span class="quiet">{exampleTitle(first)}</span>
      </p>
    );
  }
  return (
    <label class="example-choice">
      {t('Example')}
      <select
        class="field"
        value={chosen}
        onChange={({ currentTarget }) => onChoose(Number(currentTarget.value))}
      >
        {examples.map((example, position) => (
          <option value={position} key={position}>
            {exampleTitle(example)}
          </option>
        ))}
      </select>
    </label>
  );
}
