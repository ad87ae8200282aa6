/** The members of an answer that a description does not list, in words. */
import { inEnglish, type Say } from '../../../say';
import { list } from '../../../words';
import type { CellResult } from '../../model/authzResult';

/** Members that are named. */
const MAX_NAMED = 3;

/** `/passwordHash, /cost and 2 more members`; numbers of items are left out. */
export function unlistedMembers({ leaks }: Pick<CellResult, 'leaks'>, say: Say = inEnglish): string {
  const named = leaks.slice(0, MAX_NAMED).map(({ value }) => value.replace(/\/\d+(?=\/)/g, ''));
  const more = leaks.length - named.length;
  const others = more === 1 ? say('1 more member') : say('{0} more members', String(more));
  return list([...named, ...(more === 0 ? [] : [others])], say);
}
