/** The texts that can be reworded before they leave. */
import type { FieldValue, ShownField } from '../../src/protocol/egressContract';

/** A labelled field for each. */
export function FieldList(props: {
  readonly fields: readonly ShownField[];
  readonly values: readonly FieldValue[];
  readonly onReword: (id: string, value: string) => void;
}) {
  const { fields, values, onReword } = props;
  return (
    <section class="egress-fields">
      {fields.map(({ id, label, lines }, index) => {
        const name = `egress-field-${index}`;
        const field = {
          id: name,
          class: 'field',
          value: values.find((one) => one.id === id)?.value ?? '',
          onInput: ({ currentTarget }: { readonly currentTarget: { readonly value: string } }) =>
            onReword(id, currentTarget.value),
        };
        return (
          <div class="egress-field" key={id}>
            <label for={name}>{label}</label>
            {lines === 'one' ? <input {...field} autocomplete="off" /> : <textarea {...field} rows={10} />}
          </div>
        );
      })}
    </section>
  );
}
