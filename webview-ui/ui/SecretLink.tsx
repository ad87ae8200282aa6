/** The way from a secret without a value to where the person enters it. */
import { t } from './l10n';

/** `name` says which of several. */
export function SecretLink(props: { readonly name?: string; readonly onSetSecret: () => void }) {
  const { name, onSetSecret } = props;
  return (
    <button type="button" class="link" onClick={onSetSecret}>
      {name === undefined ? t('Set Secret…') : t('Set Secret {0}…', name)}
    </button>
  );
}
