/** The status of a chain, as an edit of its file. */
import { insertEntry } from './entryEdit';
import { setMember, treeOf } from './jsonEdit';
import type { ChainStatus } from '../model';
import type { TextEdit } from './textEdit';

/** What a chain tells about itself before its status. */
const BEFORE_STATUS = new Set(['$schema', 'formatVersion', 'name', 'description']);

/**
 * Gives a chain a status: in its place when it has one, else below its name and description. Comments stay.
 * Throws UserError when the text is not JSON.
 */
export function setStatus(text: string, status: ChainStatus): readonly TextEdit[] {
  const root = treeOf(text);
  if (root.kind !== 'object' || root.members.some(({ name }) => name === 'status')) {
    return setMember(text, ['status'], status);
  }
  const index = root.members.findLastIndex(({ name }) => BEFORE_STATUS.has(name)) + 1;
  return insertEntry(text, root, { index, name: 'status', value: status, spread: 'fit' });
}
