/** A labelled choice of one of several. */
import { useId } from 'preact/hooks';
import { FormRow } from './FormRow';
import type { Choice } from './choice';
import { useForm } from './formContext';

interface ChoiceProps<T extends string> {
  readonly label: string;
  readonly value: string;
  readonly choices: readonly Choice<T>[];
  readonly onChoose: (value: T) => void;
}

/** The choice. An unknown value of the file is shown as written. */
export function ChoiceRow<T extends string>({
  hint,
  ...props
}: ChoiceProps<T> & { readonly hint?: string | undefined }) {
  const id = useId();
  return (
    <FormRow id={id} label={props.label} hint={hint}>
      <ChoiceField {...props} labelledBy={id} />
    </FormRow>
  );
}

/** The choice alone, for lines and tables that name it themselves. */
export function ChoiceField<T extends string>(props: ChoiceProps<T> & { readonly labelledBy?: string }) {
  const { label, labelledBy, value, choices, onChoose } = props;
  const { isLocked } = useForm();
  const choiceOf = (wanted: string) => choices.find(([known]) => known === wanted);
  return (
    <select
      class="field"
      {...(labelledBy === undefined ? { 'aria-label': label } : { 'aria-labelledby': labelledBy })}
      value={value}
      disabled={isLocked}
      onChange={({ currentTarget }) => {
        const [chosen] = choiceOf(currentTarget.value) ?? [];
        if (chosen !== undefined) {
          onChoose(chosen);
        }
      }}
    >
      {(choiceOf(value) === undefined ? [...choices, [value, () => value] as const] : choices).map(
        ([known, title]) => (
          <option value={known} key={known}>
            {title()}
          </option>
        ),
      )}
    </select>
  );
}
