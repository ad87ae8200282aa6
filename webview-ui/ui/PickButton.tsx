/** A value of a response that can be chosen, to be kept as a variable. */
import { t } from './l10n';

/** The value as a button. */
export function PickButton({ value, onPick }: { readonly value: string; readonly onPick: () => void }) {
  return (
    <button type="button" class="pick" title={t('Extract as variable')} onClick={onPick}>
      {value === '' ? <span class="quiet">{t('(empty)')}</span> : <code>{value}</code>}
    </button>
  );
}
