/** Fields for a text that may hold references. */
import { useId } from 'preact/hooks';
import type { PathTo } from '../../src/core/files/writtenPath';
import { FormRow } from './FormRow';
import { ReferenceField } from './ReferenceField';
import { useMember } from './useMember';

interface TextProps {
  readonly label: string;
  readonly path: PathTo<string>;
  /** Whether it stays, empty, where another one is left out. */
  readonly isNeeded?: boolean;
  readonly lines?: number;
  readonly placeholder?: string;
}

/** The labelled field of the text at a path. */
export function TextRow({ hint, ...props }: TextProps & { readonly hint?: string | undefined }) {
  const id = useId();
  return (
    <FormRow id={id} label={props.label} hint={hint}>
      <TextField {...props} labelledBy={id} />
    </FormRow>
  );
}

/** The field alone, for lines and tables that name it themselves. */
export function TextField({ isNeeded = false, ...looks }: TextProps & { readonly labelledBy?: string }) {
  const { text, set } = useMember(looks.path);
  return (
    <ReferenceField
      {...looks}
      text={text}
      onText={(typed) => set(typed === '' && !isNeeded ? undefined : typed, 'typed')}
    />
  );
}
