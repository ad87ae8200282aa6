/** Which of the saved examples of an imported request is shown, or which item of a loop. */
import { answerOf, exampleTitle } from '../../src/core/result/resultViews';
import type { PartResult, SavedExample } from '../../src/core/result/result';
import { t } from '../ui/l10n';
import { outcomeLook } from './outcomeLook';
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
    <Choice label={t('Example')} options={examples.map(exampleTitle)} chosen={chosen} onChoose={onChoose} />
  );
}

/** A choice of one item or page of a loop, or of all of them together, which is the first choice. */
export function PartChoice(props: {
  readonly parts: readonly PartResult[];
  readonly chosen: number;
  /** The person chose another one, by its position. */
  readonly onChoose: (position: number) => void;
}) {
  const { parts, chosen, onChoose } = props;
  const options = [t('All {0}', parts.length), ...parts.map(partTitle)];
  return <Choice label={t('Item')} options={options} chosen={chosen} onChoose={onChoose} />;
}

/** `3 – 200 OK`, and how it ended unless it passed. */
function partTitle(part: PartResult, position: number): string {
  const ended = part.outcome === 'passed' ? [] : [outcomeLook(part.outcome).word];
  return [position + 1, ...ended, answerOf(part)].join(' – ');
}

function Choice(props: {
  readonly label: string;
  readonly options: readonly string[];
  readonly chosen: number;
  readonly onChoose: (position: number) => void;
}) {
  const { label, options, chosen, onChoose } = props;
  return (
    <label class="example-choice">
      {label}
      <select
        class="field"
        value={chosen}
        onChange={({ currentTarget }) => onChoose(Number(currentTarget.value))}
      >
        {options.map((option, position) => (
          <option value={position} key={position}>
            {option}
          </option>
        ))}
      </select>
    </label>
  );
}
