/** A labelled field whose text represents another type: a number, a list of tags, of codes. */
import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import type { PathTo } from '../../src/core/files/writtenPath';
import type { JsonValue } from '../../src/core/json/json';
import { FormRow } from './FormRow';
import { useForm } from './formContext';
import { usualForm, type TextForm } from './textForms';
import { useKeptText } from './useKeptText';
import { useMember } from './useMember';

/** The field of the value at a path, in the form that people type it in. */
export function KeptRow<T extends JsonValue>(props: {
  readonly label: string;
  readonly path: PathTo<T>;
  readonly form: TextForm<T>;
  readonly placeholder?: string;
  readonly hint?: string;
  readonly lines?: number;
  /** The content after the field. */
  readonly children?: ComponentChildren;
}) {
  const { label, path, form, placeholder = '', hint, lines, children } = props;
  const { session, isLocked } = useForm();
  const { value, set } = useMember(path);
  const id = useId();
  const [text, keep] = useKeptText({
    path,
    value: value === undefined ? '' : form.write(value),
    usual: (typed) => usualForm(form, typed),
  });
  const read = form.read(text);
  const isInvalid = text.trim() !== '' && read.kind === 'invalid';
  const write = ({ currentTarget }: { readonly currentTarget: { readonly value: string } }): void => {
    keep(currentTarget.value);
    const typed = form.read(currentTarget.value);
    if (typed.kind !== 'invalid') {
      set(typed.kind === 'value' ? typed.value : undefined, 'typed');
    }
  };
  const shared = {
    class: 'field kept-field',
    'aria-labelledby': id,
    'aria-invalid': isInvalid,
    value: text,
    placeholder,
    readOnly: isLocked,
    spellcheck: false,
    autocomplete: 'off',
    onInput: write,
    onBlur: () => session.flush(),
  };
  return (
    <FormRow id={id} label={label} hint={hint} problem={isInvalid ? read.problem : undefined}>
      {lines === undefined ? <input type="text" {...shared} /> : <textarea rows={lines} {...shared} />}
      {children}
    </FormRow>
  );
}
