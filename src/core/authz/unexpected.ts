/** Objects that a change created because it did not find what it was to change: found by their text, and deleted. */
import type { Parts } from './parts';
import { findPlanted } from './findPlanted';
import { isSuccess } from './status';
import type { TestObject } from './testObject';

/** Deletes what came of a change, when something did: under the identifiers asked for, or under others. */
export async function removeCreated(
  { context, objects }: Pick<Parts, 'context' | 'objects'>,
  nothing: TestObject,
): Promise<void> {
  const { response } = await objects.look(nothing, 'calibration');
  const isThere =
    response !== undefined && isSuccess(response.status) && response.body.content.includes(nothing.canary);
  const found = isThere
    ? nothing.ids
    : await findPlanted(context, nothing.resource, nothing.owner, nothing.canary);
  if (typeof found === 'string' || found.size === 0) {
    await objects.forget(nothing);
    return;
  }
  const created = { ...nothing, ids: new Map([...nothing.ids, ...found]) };
  await objects.adopt(created);
  await objects.remove(created);
}
