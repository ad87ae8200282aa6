/** Whether a file is Postman's: a collection or an environment, sound or not. */
import { memberAt, memberOf, objectOf, textOf } from '../../shape/externalJson';
import type { ImportSource } from '../../shape/imported';

/** Whether a file was written by Postman, or for it. */
export function isPostman({ json }: ImportSource): boolean {
  const inside = objectOf(memberOf(json, 'collection')) ?? json;
  return (
    textOf(memberAt(inside, 'info', 'schema'))?.includes('getpostman.com') === true ||
    memberOf(inside, 'item') !== undefined ||
    memberAt(inside, 'info', '_postman_id') !== undefined ||
    isEnvironment(json) ||
    (memberOf(json, 'requests') !== undefined && memberOf(json, 'order') !== undefined)
  );
}

/** Whether a value is an exported environment, or the exported globals. */
export function isEnvironment(json: ImportSource['json']): boolean {
  const isMarked = textOf(memberOf(json, '_postman_variable_scope')) !== undefined;
  return isMarked || (memberOf(json, 'values') !== undefined && memberOf(json, 'name') !== undefined);
}
