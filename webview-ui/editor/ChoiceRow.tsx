/** A labelled choice of one of several. */
import { useId } from 'preact/hooks';
import { FormRow } from './FormRow';
import type { Choice } from './choice';
import { useForm } from './formContext';

/** The choice. An unknown value of the file is shown as written. */
export function ChoiceRow(props: {
  readonly label: string;
  readonly value: string;
  readonly choices: readonly Choice[];
  readonly hint?: string | undefined;
  readonly onChoose: (value: string) => void;
}) {
  const { label, hint } = props;
  const id = useId();
  return (
    <FormRow id={id} label={label} hint={hint}>
      <ChoiceField {...props} labelledBy={id} />
    </FormRow>
  );
}

/** The choice alone, for lines and tables that name it themselves. */
export function ChoiceField(props: {
  readonly label: string;
  readonly labelledBy?: string;
  readonly value: string;
  readonly choices: readonly Choice[];
  readonly onChoose: (value: string) => void;
}) {
  const { label, labelledBy, value, choices, onChoose } = props;
  const { isLocked } = useForm();
  const isKnown = choices.some(([known]) => known === value);
  return (
    <select
      class="field"
      {...(labelledBy === undefined ? { 'aria-label': label } : { 'aria-labelledby': labelledBy })}
      value={value}
      disabled={isLocked}
      onChange={({ currentTarget }) => onChoose(currentTarget.value)}
    >
      {(isKnown ? choices : [...choices, [value, () => value] as const]).map(([known, title]) => (
        <option value={known} key={known}>
          {title()}
        </option>
      ))}
    </select>
  );
}
