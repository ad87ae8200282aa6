import { t } from './l10n';

/** `1 request`, `2 requests`. */
export function requestsText(count: number): string {
  return count === 1 ? t('1 request') : t('{0} requests', count);
}
