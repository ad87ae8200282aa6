/**
 * Notes what lists show. That a list does not show an object proves that it was deleted only where the same list
 * showed such objects to the same user, and more of them: then nothing cuts it off before the object.
 */
import { plainText } from '../../../prepare/template';
import type { RequestName } from '../../model/matrix';
import type { RecordedResponse } from '../../../result/result';
import type { AuthzContext } from '../context';
import { ownIds } from './existingIds';
import { listedIds } from './listedIds';
import type { TestObject } from './testObject';

/** Who reads which list. */
export interface Reading {
  /** Name of the user. */
  readonly user: string;
  readonly list: RequestName;
}

/** Notes the identifiers that the pages of a list show, for every resource that has this list. */
export function noteList(
  context: AuthzContext,
  { user, list }: Reading,
  responses: readonly RecordedResponse[],
): void {
  const { resources } = context.loaded.matrix;
  for (const resource of resources.filter((one) => isSameRequest(one.list, list))) {
    const ids = listedIds(context, resource, responses).map((id) => plainText(id));
    context.listHistory.note(resource.name, user, ids);
  }
}

/**
 * Whether the list of the owner of some objects, of one resource, would show every existing one.
 *
 * @param count identifiers that it shows now
 */
export function listShowsAll(
  { loaded, listHistory }: AuthzContext,
  objects: readonly TestObject[],
  count: number,
): boolean {
  return objects.some((object) => {
    const ids = [...ownIds(loaded, object).values()].map(({ value }) => plainText(value));
    return listHistory.showsAll(object.resource.name, object.owner.user.name, ids, count);
  });
}

/** Whether two resources name the same request; those that name none share nothing. */
export function isSameRequest(one: RequestName | undefined, other: RequestName | undefined): boolean {
  return one !== undefined && one.chain === other?.chain && one.id === other.id;
}
