/** A labelled field for a text that may hold references. */
import { useId } from 'preact/hooks';
import { FormRow } from './FormRow';
import { ReferenceField } from './ReferenceField';
import { settingOf, textOrNothing } from './fieldEdits';
import { useEdit, useForm } from './formContext';
import { textAt, type FormPath } from './formValue';

/** The field of the text at a path. One that is needed stays, empty, where another one is left out. */
export function TextRow(props: {
  readonly label: string;
  readonly path: FormPath;
  readonly isNeeded?: boolean;
  readonly lines?: number;
  readonly placeholder?: string;
  readonly hint?: string | undefined;
}) {
  const { label, path, isNeeded = false, hint, ...looks } = props;
  const { shown } = useForm();
  const edit = useEdit();
  const id = useId();
  return (
    <FormRow id={id} label={label} hint={hint}>
      <ReferenceField
        {...looks}
        label={label}
        labelledBy={id}
        text={textAt(shown, path)}
        path={path}
        onText={(text) =>
          edit(
            (document) => (isNeeded ? settingOf(document, path, text) : textOrNothing(document, path, text)),
            'typed',
          )
        }
      />
    </FormRow>
  );
}
