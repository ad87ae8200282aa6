/** The way from a page that sends nothing to where the person decides whether to trust the workspace. */
import { t } from './l10n';

export function TrustLink(props: { readonly onManageTrust: () => void }) {
  return (
    <button type="button" class="link" onClick={props.onManageTrust}>
      {t('Manage Workspace Trust')}
    </button>
  );
}
