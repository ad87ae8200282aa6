/**
 * What an attack creates next to its target: under the caller's own parent and the identifier of the owner's object,
 * a server that creates what a change finds missing makes another object. Where no text can be planted in it, only
 * reading before and after proves that it is the run's.
 */
import type { CellStep } from '../../model/authzResult';
import { isMutating } from '../../plan/requests/variants';
import { isMissing } from '../../response/status';
import { createdEntry, type TestObject } from '../inventory/testObject';
import type { RecordedObject } from '../inventory/newObjects';
import type { Attack } from './prepareAttack';
import { plantsText, unintendedObjectOf, type AttackPorts } from './sendAttack';

/** An object that reading did not show, and the steps of reading. */
export interface NotThere {
  readonly object?: RecordedObject;
  readonly steps: readonly CellStep[];
}

/** The object that an attack on a part of the identifiers may create, if reading shows that it is not there yet. */
export async function objectNotThere(ports: AttackPorts, attack: Attack): Promise<NotThere> {
  const object = isMutating(attack.cell) ? unintendedObjectOf(ports.context, attack) : undefined;
  const swapped = new Set(attack.cell.places.map(({ variable }) => variable));
  const isPart = object?.resource.id.some((name) => !swapped.has(name)) === true;
  if (
    object === undefined ||
    !isPart ||
    object.resource.read === undefined ||
    plantsText(ports.context, attack)
  ) {
    return { steps: [] };
  }
  const theirs = { ...object, owner: attack.owner, memo: new Map(attack.owner.memo) };
  const steps: CellStep[] = [];
  // What the caller is refused to see, the owner may see.
  for (const seen of [object, theirs]) {
    const look = await ports.objects.look(seen, 'create');
    steps.push(...look.steps);
    if (isMissing(look.response?.status ?? 0)) {
      await ports.objects.expect(seen);
      return { object: seen, steps };
    }
  }
  return { steps };
}

/** Deletes it, where reading shows it now. */
export async function removeUpserted(
  { objects }: AttackPorts,
  { object }: NotThere,
): Promise<readonly CellStep[]> {
  if (object === undefined) {
    return [];
  }
  const { failure, steps } = await objects.look(object, 'teardown');
  if (failure !== undefined) {
    await objects.discard(object);
    return steps;
  }
  const created: TestObject = { ...object, entry: createdEntry(object.entry, object.ids, 'reads') };
  const { ok } = await objects.adopt(created);
  return [...steps, ...(ok ? await objects.remove(created) : [])];
}
