/**
 * Where a creation lands whose identifiers the client chooses: below what the attack names of the owner's, or below
 * what is the caller's own. Reading shows it, because nothing was there before.
 */
import type { CellStep } from '../../model/authzResult';
import { isMissing } from '../../response/status';
import type { RecordedObject } from '../inventory/newObjects';
import { idTexts } from '../inventory/testObject';
import type { Values } from '../sender/sender';
import type { Creation } from './attemptCreation';
import type { AttackPorts } from './sendAttack';

/** A place where nothing was before. */
interface Place {
  readonly at: 'owner' | 'own';
  readonly object: RecordedObject;
}

/** What reading showed after a creation; without an object it is at none of the places. */
export interface Landed {
  readonly at: 'owner' | 'own' | 'nowhere';
  readonly object?: RecordedObject;
  readonly steps: readonly CellStep[];
}

/** The places that a creation could land at, of which reading shows that nothing is there yet. */
export async function placesBefore(
  { objects }: AttackPorts,
  { cell, caller, keeper, outer = new Map(), own: mine = new Map() }: Creation,
  pending: RecordedObject,
  ids: Values,
): Promise<readonly Place[]> {
  const theirs: Place = {
    at: 'owner',
    object: { ...pending, ids, owner: keeper, memo: new Map(keeper.memo) },
  };
  const ownIds: Values = new Map(
    [...ids].map(([name, id]) => [name, outer.has(name) ? (mine.get(name) ?? id) : id]),
  );
  const own: Place = {
    at: 'own',
    object: { ...pending, ids: ownIds, owner: caller, memo: new Map(caller.memo) },
  };
  const isOther = JSON.stringify(idTexts(ids)) !== JSON.stringify(idTexts(ownIds));
  const places = cell.kind === 'OBJ' && isOther ? [theirs, own] : [theirs];
  const looks = await Promise.all(places.map(({ object }) => objects.look(object, 'create')));
  return places.filter((_, index) => isMissing(looks[index]?.response?.status ?? 0));
}

/** Where it is now; absent when it could not be looked for. */
export async function lookAtPlaces(
  { objects }: AttackPorts,
  places: readonly Place[],
): Promise<Landed | undefined> {
  const steps: CellStep[] = [];
  for (const { at, object } of places) {
    const look = await objects.look(object, 'after-read');
    steps.push(...look.steps);
    if (look.failure === undefined) {
      return { at, object, steps };
    }
    if (!isMissing(look.response?.status ?? 0)) {
      return undefined;
    }
  }
  return places.length === 0 ? undefined : { at: 'nowhere', steps };
}
