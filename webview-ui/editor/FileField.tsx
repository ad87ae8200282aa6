/** A field for a file of the workspace, which can be chosen. */
import { useId } from 'preact/hooks';
import type { PathTo } from '../../src/core/files/writtenPath';
import { IconButton } from '../ui/IconButton';
import { t } from '../ui/l10n';
import { FormRow } from './FormRow';
import { TextField } from './TextRow';
import { useForm } from './formContext';
import { useMember } from './useMember';

/** The file at a path, with its label. */
export function FileField({ label, path }: { readonly label: string; readonly path: PathTo<string> }) {
  const id = useId();
  return (
    <FormRow id={id} label={label} hint={t('A file of the workspace, named from where the chain file is.')}>
      <FileChoice label={label} path={path} />
    </FormRow>
  );
}

/** The field and the button that chooses. */
export function FileChoice(props: {
  readonly label: string;
  readonly path: PathTo<string>;
  /** Asks for a file, `null` when none was chosen; absent for any file of the workspace. */
  readonly pick?: () => Promise<string | null>;
}) {
  const { label, path } = props;
  const { session, isLocked } = useForm();
  const { set } = useMember(path);
  const pick = props.pick ?? (() => session.editor.pickFile());
  const choose = (): void =>
    session.attempt(
      pick().then((file) => {
        if (file !== null) {
          set(file);
        }
      }),
    );
  return (
    <span class="file-field">
      <TextField label={label} path={path} isNeeded />
      <IconButton
        icon="folder-opened"
        name={t('Choose a file for {0}', label)}
        isOff={isLocked}
        onPress={choose}
      />
    </span>
  );
}
