/** Renames a variable in every file that refers to it; its field would change it in one place only. */
import type { PathTo } from '../../src/core/files/writtenPath';
import type { JsonValue } from '../../src/core/json/json';
import { IconButton } from '../ui/IconButton';
import { t } from '../ui/l10n';
import { useForm } from './formContext';

/** The button next to a variable; nothing while it has no name. */
export function RenameButton({ name, path }: { readonly name: string; readonly path: PathTo<JsonValue> }) {
  const { session, target, isLocked } = useForm();
  return name === '' ? null : (
    <IconButton
      icon="replace-all"
      name={t('Rename {0} everywhere…', name)}
      isOff={isLocked}
      onPress={() => session.act(() => session.editor.rename(target, path))}
    />
  );
}
