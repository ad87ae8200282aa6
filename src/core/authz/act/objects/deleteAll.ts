/** The end of a run: deletes what it created, searches for what may have been created, and reports the rest. */
import { faultText } from '../errorText';
import type { GrantedPorts } from '../sessions/sendAuthorized';
import { findObject } from '../creation/confirmCreation';
import type { Inventory } from '../inventory/inventory';
import { deleteObject } from './readAndDelete';
import type { TestObject } from '../inventory/testObject';

/**
 * Deletes everything that is still there; what cannot be deleted is left over.
 *
 * @param othersOf names of users who may have been given an object
 */
export async function deleteAll(
  ports: GrantedPorts,
  inventory: Inventory,
  othersOf: (object: TestObject) => readonly string[],
): Promise<void> {
  for (const object of inventory.expected()) {
    await unlessItFails(inventory, object, () => searchOnceMore(ports, inventory, object));
  }
  for (const object of inventory.present()) {
    await unlessItFails(inventory, object, async () => {
      const { failure, proved } = await deleteObject(ports, object, othersOf(object));
      if (failure === undefined) {
        return proved === true ? inventory.discard(object) : inventory.deleted(object);
      }
      await inventory.markLeftover(object, failure);
    });
  }
  for (const object of inventory.unrestored()) {
    await inventory.markLeftover(
      object,
      'An attack on it was not followed to its end, so it may be changed.',
    );
  }
}

/** An object that cannot be cleaned up does not keep others from being cleaned up. */
async function unlessItFails(
  inventory: Inventory,
  object: TestObject,
  deal: () => Promise<void>,
): Promise<void> {
  await deal().catch((error: unknown) => inventory.markLeftover(object, faultText(error)));
}

async function searchOnceMore(
  { context }: GrantedPorts,
  inventory: Inventory,
  object: TestObject,
): Promise<void> {
  const found = await findObject(context, object);
  if (found.kind === 'found') {
    await inventory.adopt(found.object);
    return;
  }
  if (object.onlyIfFound === true) {
    return inventory.discard(object);
  }
  if (found.kind === 'absent') {
    return object.answer === undefined ? inventory.markLeftover(object, NOT_YET) : inventory.discard(object);
  }
  return inventory.markLeftover(object, `It may have been created. ${found.reason}`);
}

const NOT_YET =
  'Its creation was not answered, and the list of its owner does not show it so far. Clean up later: it may still come to be.';
