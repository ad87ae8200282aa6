/** A field for a file of the workspace, which can be chosen. */
import { useId } from 'preact/hooks';
import { IconButton } from '../ui/IconButton';
import { t } from '../ui/l10n';
import { FormRow } from './FormRow';
import { ReferenceField } from './ReferenceField';
import { settingOf } from './fieldEdits';
import { useEdit, useForm } from './formContext';
import { textAt, type FormPath } from './formValue';

/** The file at a path, with its label. */
export function FileField({ label, path }: { readonly label: string; readonly path: FormPath }) {
  const id = useId();
  return (
    <FormRow id={id} label={label} hint={t('A file of the workspace, named from where the chain file is.')}>
      <FileChoice label={label} path={path} />
    </FormRow>
  );
}

/** The field and the button that chooses. */
export function FileChoice({ label, path }: { readonly label: string; readonly path: FormPath }) {
  const { session, shown, isLocked } = useForm();
  const edit = useEdit();
  const choose = (): void =>
    session.attempt(
      session.editor.pickFile().then((file) => {
        if (file !== null) {
          edit((document) => settingOf(document, path, file));
        }
      }),
    );
  return (
    <span class="file-field">
      <ReferenceField
        label={label}
        text={textAt(shown, path)}
        path={path}
        onText={(text) => edit((document) => settingOf(document, path, text), 'typed')}
      />
      <IconButton
        icon="folder-opened"
        name={t('Choose a file for {0}', label)}
        isOff={isLocked}
        onPress={choose}
      />
    </span>
  );
}
