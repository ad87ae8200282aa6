/** Whether a place of a chain file is one where a request could be pasted. */
import { siteAt } from '../analysis/siteAt';
import { createChainReader } from '../analysis/readSource';
import { nodeAt } from '../json/jsonDocument';

/** Whether an offset is in the list of requests, and not inside a string in it. */
export function isInRequestList(text: string, offset: number): boolean {
  const source = createChainReader()(text, '');
  const list = nodeAt(source.head, ['requests']);
  const isInside = list?.kind === 'array' && list.start < offset && offset < list.end;
  return isInside && typeof siteAt(source, offset)?.value !== 'string';
}
