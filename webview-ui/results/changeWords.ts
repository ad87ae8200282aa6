/** How a comparison names what differs. */
import type { AnswerChange } from '../../src/core/compare/compareAnswers';
import type { Volatility } from '../../src/core/compare/volatility';

/** Where a difference is: `status`, `header ETag`, `$.items[0].sku`, `body`. */
export function changeName({ place, name }: AnswerChange): string {
  if (place === 'header') {
    return `header ${name}`;
  }
  return name === '' ? place : name;
}

const KINDS: Readonly<Record<Volatility, string>> = {
  date: 'a moment in time',
  id: 'an id',
  token: 'a token',
  timing: 'a timing',
  transport: 'how it was sent',
};

/** Why a value differs at every answer. */
export function volatilityWords(why: Volatility): string {
  return KINDS[why];
}
