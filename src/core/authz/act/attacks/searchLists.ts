/**
 * Looking for what a refused creation may have created anyway: in the lists of those who would be shown it,
 * by the text planted in it. That it is nowhere is proved only by a list that was read to its end, that shows
 * such texts, and in which the object would be.
 */
import type { AttackPorts } from './sendAttack';
import { variableUses } from '../../../prepare/references';
import type { Attack } from './prepareAttack';
import type { CellStep } from '../../model/authzResult';
import type { AuthzContext } from '../context';
import { requestOf } from '../../matrix/findByName';
import { findPlanted } from '../inventory/findByCanary';
import { grantFor, isAnonymous, reaches } from '../../matrix/grants';
import { isPublic, type MatrixResource, type MatrixUser } from '../../model/matrix';
import { readList } from '../inventory/readList';
import type { Values } from '../sender/sender';
import type { Session, Sessions } from '../sessions/sessions';
import { isSuccess } from '../../response/status';
import { createdEntry, entryFor, identifiers, knownValuesOf, type TestObject } from '../inventory/testObject';

/** What the lists showed: the object (with its holder, who sees it), that there is none, or neither. */
export type Search =
  | { readonly kind: 'found'; readonly holder: Session; readonly steps: readonly CellStep[] }
  | { readonly kind: 'absent' | 'unknown'; readonly steps: readonly CellStep[] };

/** Somebody whose list is read. */
interface Reader {
  readonly user: Session;
  /** Whether what was created would be in it. */
  readonly wouldSee: boolean;
}

/** What is looked for, and where. */
export interface SearchedObject {
  readonly resource: MatrixResource;
  readonly canary: string;
  readonly readers: readonly Reader[];
  /** The text of an existing object: a list that holds it shows such texts. */
  readonly known: string | undefined;
}

/** Reads the lists one after the other until one of them holds the text. */
export async function searchLists(context: AuthzContext, searched: SearchedObject): Promise<Search> {
  const { resource, canary, readers, known } = searched;
  const steps: CellStep[] = [];
  let proved = false;
  let showsTexts = known === undefined;
  for (const { user, wouldSee } of resource.list === undefined ? [] : readers) {
    const { responses, complete, ...read } = await readList(context, user, resource, 'after-read');
    steps.push(...read.steps);
    const shows = (text: string): boolean => responses.some(({ body }) => body.content.includes(text));
    if (shows(canary)) {
      return { kind: 'found', holder: user, steps };
    }
    showsTexts ||= known !== undefined && shows(known);
    const isWhole = complete && responses.length > 0 && responses.every(({ status }) => isSuccess(status));
    proved ||= wouldSee && isWhole;
  }
  return { kind: proved && showsTexts ? 'absent' : 'unknown', steps };
}

/** The lists that may show what an attack created: the owner's, the caller's, else that of somebody who sees all. */
export async function readersOf(
  { context: { loaded }, sessions }: { readonly context: AuthzContext; readonly sessions: Sessions },
  attack: Attack,
): Promise<readonly Reader[]> {
  const { cell, caller, owner, target } = attack;
  const resource = target?.object.resource;
  if (resource?.list === undefined || target === undefined) {
    return [];
  }
  const { list } = resource;
  const { request, loaded: file } = requestOf(loaded, list);
  const operation = loaded.matrix.operations.find(
    ({ request: named }) => named.chain === list.chain && named.id === list.id,
  );
  const inside = new Set(cell.places.map(({ variable }) => variable));
  // The list of what the caller was to add to, which is the owner's.
  if (variableUses(request, file.chain).some(({ variable }) => inside.has(variable))) {
    return [{ user: { ...owner, values: knownValuesOf(target.object) }, wouldSee: true }];
  }
  const sees = (user: MatrixUser): boolean => {
    if (operation === undefined) {
      return user === caller.user;
    }
    // What is public shows everybody everything.
    const isOpen = isPublic(loaded.matrix.policy, operation.name);
    return isOpen || reaches(grantFor(loaded.matrix, user, operation), user, caller.user);
  };
  const readers = [
    { user: owner, wouldSee: sees(owner.user) },
    ...(cell.kind === 'ANON' ? [] : [{ user: caller, wouldSee: sees(caller.user) }]),
  ];
  const overseer = loaded.matrix.users.find((user) => !isAnonymous(user) && sees(user));
  if (overseer === undefined || readers.some(({ wouldSee }) => wouldSee)) {
    return readers;
  }
  const user = await sessions.of(overseer.name);
  return user.failure === undefined ? [...readers, { user, wouldSee: true }] : readers;
}

/**
 * Deletes what a list showed.
 *
 * @param outer identifiers that the request itself had, such as that of what the object was added to
 */
export async function removeListed(
  { context, objects }: AttackPorts,
  { resource, canary }: Pick<SearchedObject, 'resource' | 'canary'>,
  holder: Session,
  outer: Values,
): Promise<readonly CellStep[]> {
  const object = await foundObject(context, { resource, canary }, holder, outer);
  if (object === undefined) {
    const { user, memo } = holder;
    await objects.markLeftover(
      {
        ...{
          resource,
          owner: holder,
          canary,
          memo: new Map(memo),
          entry: entryFor(context, resource, holder, canary),
        },
        ...{ produced: outer, ids: new Map(), steps: [] },
      },
      `The list of ${user.name} shows it, but not all that identifies it. Delete it by hand.`,
    );
    return [];
  }
  await objects.adopt(object);
  return objects.remove(object);
}

/** The object that the holder's list shows; absent when the list does not show all its identifiers. */
export async function foundObject(
  context: AuthzContext,
  { resource, canary }: Pick<SearchedObject, 'resource' | 'canary'>,
  holder: Session,
  outer: Values,
): Promise<TestObject | undefined> {
  const knowing = { ...holder, values: new Map([...holder.values, ...outer]) };
  const found = await findPlanted(context, resource, knowing, canary);
  if (found.kind !== 'found') {
    return undefined;
  }
  const produced: Values = new Map([...outer, ...found.ids]);
  const ids = identifiers(resource, holder, produced);
  return ids.size < resource.id.length
    ? undefined
    : {
        resource,
        owner: holder,
        canary,
        produced,
        ids,
        memo: new Map(holder.memo),
        steps: [],
        entry: createdEntry(entryFor(context, resource, holder, canary), ids, 'marker'),
      };
}
