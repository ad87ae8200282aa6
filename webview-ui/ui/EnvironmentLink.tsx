/** The way from a page whose environment is missing to where the person chooses or creates one. */
import { t } from './l10n';

export function EnvironmentLink(props: { readonly onSelectEnvironment: () => void }) {
  return (
    <button type="button" class="link" onClick={props.onSelectEnvironment}>
      {t('Select Environment…')}
    </button>
  );
}
