/** How somebody undoes what a run left behind, for reports. */
import { requestOf } from '../run/context';
import type { AuthzContext } from '../run/context';
import type { TestObject } from './testObject';

/** What looks for objects whose identifiers are not known, and restores what was there before. */
const CLEANUP = 'chainwright authz cleanup';

/** The request or command that undoes it; absent for what may have been there before the run: nobody should delete it. */
export function undoOf(
  { loaded }: Pick<AuthzContext, 'loaded'>,
  { resource, ids, entry }: TestObject,
): string | undefined {
  if (entry === undefined) {
    return `${CLEANUP} ${loaded.file}`;
  }
  if (resource.delete === undefined) {
    return undefined;
  }
  const isKnown = resource.id.every((name) => ids.has(name));
  if (!isKnown) {
    return entry.proof !== undefined || resource.list !== undefined ? `${CLEANUP} ${loaded.file}` : undefined;
  }
  const { method, url } = requestOf(loaded, resource.delete).request;
  return entry.proof === undefined ? undefined : `${method} ${url}`;
}
