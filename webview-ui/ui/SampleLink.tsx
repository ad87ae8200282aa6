/** The way from a server that nothing listens at to the API of the sample. */
import { t } from './l10n';

export function SampleLink(props: { readonly onStartSampleApi: () => void }) {
  return (
    <button type="button" class="link" onClick={props.onStartSampleApi}>
      {t('Start Sample API')}
    </button>
  );
}
