/** The way from a secret without a value to where the person enters it. */
import { t } from './l10n';

export function SecretLink(props: { readonly onSetSecret: () => void }) {
  return (
    <button type="button" class="link" onClick={props.onSetSecret}>
      {t('Set Secret…')}
    </button>
  );
}
