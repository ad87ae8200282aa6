/** A field for one line whose text counts when the person is done with it: on Enter, and when the focus leaves. */
import { useState } from 'preact/hooks';

/** The field; what is typed is kept while the page gets answers about something else. */
export function TypedField(props: {
  readonly id?: string;
  readonly label?: string;
  readonly value: string;
  readonly placeholder?: string;
  readonly onType: (text: string) => void;
}) {
  const { id, label, value, placeholder, onType } = props;
  const [draft, setDraft] = useState<string>();
  return (
    <input
      class="field"
      autocomplete="off"
      spellcheck={false}
      {...(id === undefined ? {} : { id })}
      {...(label === undefined ? {} : { 'aria-label': label })}
      {...(placeholder === undefined ? {} : { placeholder })}
      value={draft ?? value}
      onInput={({ currentTarget }) => setDraft(currentTarget.value)}
      onChange={({ currentTarget }) => {
        setDraft(undefined);
        onType(currentTarget.value);
      }}
    />
  );
}
