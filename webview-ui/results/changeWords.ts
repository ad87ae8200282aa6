/** How a comparison names what differs. */
import type { AnswerChange } from '../../src/core/compare/compareAnswers';
import type { Volatility } from '../../src/core/compare/volatility';
import { t } from '../ui/l10n';

/** Where a difference is: `status`, `header ETag`, `$.items[0].sku`, `body`. */
export function changeName({ place, name }: AnswerChange): string {
  if (place === 'header') {
    return t('header {0}', name);
  }
  if (name !== '') {
    return name;
  }
  return place === 'status' ? t('status') : t('body');
}

/** Why a value differs at every answer. */
export function volatilityWords(why: Volatility): string {
  switch (why) {
    case 'date':
      return t('a moment in time');
    case 'id':
      return t('an id');
    case 'token':
      return t('a token');
    case 'timing':
      return t('a timing');
    case 'transport':
      return t('how it was sent');
  }
}
