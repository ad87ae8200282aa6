/**
 * The proof that what was deleted is gone, for an accepted DELETE may have deleted nothing: one list of each owner
 * shows it for all objects in it where that list is known to show such objects; the others are read once each. What
 * nothing shows is reported.
 */
import { plainText } from '../../../prepare/template';
import type { MatrixResource } from '../../model/matrix';
import type { AuthzContext } from '../context';
import { requestOf } from '../../matrix/findByName';
import { listShowsAll } from '../inventory/notedLists';
import { readList, type Pages } from '../inventory/readList';
import { jsonBody } from '../../response/responseBody';
import type { GrantedPorts } from '../sessions/sendAuthorized';
import { statusAccepted } from '../../judge/denial';
import { plantedIn } from '../inventory/findByCanary';
import { ownIds, type Existing } from '../inventory/existingIds';
import type { Inventory } from '../inventory/inventory';
import { lookAt, presenceIn } from './readAndDelete';
import { idNames, listedIds } from '../inventory/listedIds';
import { createdEntry, knownValuesOf, type TestObject } from '../inventory/testObject';

/** What verifying deletions uses. */
export interface DeletionProofPorts extends GrantedPorts {
  readonly inventory: Inventory;
  readonly existing: Pick<Existing, 'why'>;
}

/** Leaves over what is still there, and gives sentences about what nothing shows, which stays in the ledger. */
export async function verifyDeletions(ports: DeletionProofPorts, lists: Lists): Promise<readonly string[]> {
  const { inventory } = ports;
  const deleted = inventory.unproved();
  const open = new Map<MatrixResource, number>();
  for (const object of deleted) {
    const { resource } = object;
    const remaining = await findRemaining(ports, lists, object, deleted).catch(() => undefined);
    if (remaining === undefined) {
      open.set(resource, (open.get(resource) ?? 0) + 1);
    } else if (remaining !== 'gone') {
      const reason = remaining === object ? 'Deleting it was accepted, and it is still shown.' : ANOTHER;
      await inventory.markLeftover(remaining, reason);
    }
    if (remaining === 'gone' || (remaining === undefined && !canBeShown(resource))) {
      await inventory.discard(object);
    }
  }
  return [...open].map(([resource, count]) => unprovedSentence(ports, resource, count));
}

const ANOTHER =
  'Its creation was carried out more than once: the list of its owner shows its text in this one, too.';

/** Whether any request of the matrix can show it. */
function canBeShown({ read, list }: MatrixResource): boolean {
  return read !== undefined || list !== undefined;
}

function unprovedSentence({ context }: GrantedPorts, resource: MatrixResource, count: number): string {
  const { name } = resource;
  const todo = canBeShown(resource)
    ? `run chainwright authz cleanup ${context.loaded.file} to look again`
    : `give ${name} a "read" or "list" that shows them`;
  return `Deleting ${count} of ${name} was accepted, and nothing proves that they are gone: ${todo}.`;
}

/**
 * Reads lists while they show what is about to be deleted, where that costs no more than it saves: those that alone
 * can prove anything, and those of several objects, which would be read one by one. Gives the lists that are not to
 * be read again, because they did not show them.
 */
export async function readListsBefore(ports: GrantedPorts, inventory: Inventory): Promise<Lists> {
  const { context } = ports;
  const all = [...inventory.present(), ...inventory.unproved()];
  const byList = new Map(inventory.present().map((object) => [listKey(ports, object), object]));
  const useless: Lists = new Map();
  for (const [key, object] of byList) {
    const siblings = all.filter((one) => listKey(ports, one) === key);
    const { list, read } = object.resource;
    const isKnown = list === undefined || listShowsAll(context, siblings, 0);
    if (isKnown || (read !== undefined && siblings.length < 2)) {
      continue;
    }
    await wholeList(ports, object).catch(() => undefined);
    if (read !== undefined && !listShowsAll(context, siblings, 0)) {
      useless.set(key, Promise.resolve(undefined));
    }
  }
  return useless;
}

/** Lists by what they list; those that prove nothing are absent. */
type Lists = Map<string, Promise<Pages | undefined>>;

/**
 * The object that its owner is still shown, if only under other identifiers; absent when nothing shows whether it
 * is gone.
 */
async function findRemaining(
  ports: DeletionProofPorts,
  lists: Lists,
  object: TestObject,
  deleted: readonly TestObject[],
): Promise<TestObject | 'gone' | undefined> {
  const { resource, owner } = object;
  const key = listKey(ports, object);
  const list = lists.get(key) ?? wholeList(ports, object);
  lists.set(key, list);
  const pages = await list;
  const siblings = deleted.filter((one) => listKey(ports, one) === key);
  const listed = pages === undefined ? undefined : findInList(ports, pages, object, siblings);
  if (listed !== undefined || resource.read === undefined) {
    return listed;
  }
  // A user made for a cell who cannot sign in any more has no account.
  const seen = presenceIn(await lookAt(ports, object, 'teardown'), object);
  return (
    (seen === 'there' ? object : seen) ??
    (owner.standIn !== undefined && owner.failure !== undefined ? 'gone' : undefined)
  );
}

/** A list that does not show an object proves something only where it would show it. */
function findInList(
  ports: DeletionProofPorts,
  pages: Pages,
  object: TestObject,
  siblings: readonly TestObject[],
): TestObject | 'gone' | undefined {
  const { context } = ports;
  const listed = listedTexts(context, object, pages);
  const shown = isShown(context, object, pages, listed) ? object : otherOf(ports, pages, object);
  if (shown !== undefined) {
    return shown;
  }
  return listShowsAll(context, siblings, listed.length) ? 'gone' : undefined;
}

/** Another object with the same text, unless the list showed that one before this run created anything. */
function otherOf(
  { context, existing }: DeletionProofPorts,
  { responses }: Pages,
  object: TestObject,
): TestObject | undefined {
  const { resource, owner, canary, entry } = object;
  const knowing = { ...owner, values: knownValuesOf({ ...object, ids: new Map() }) };
  const ids = plantedIn(context, resource, knowing, { canary, responses }).find(
    (one) =>
      resource.id.every((name) => one.has(name)) && existing.why({ ...object, ids: one }) === undefined,
  );
  return ids === undefined || entry === undefined
    ? undefined
    : { ...object, ids, entry: createdEntry(entry, ids, 'marker') };
}

/** Whether the whole list of its owner shows no trace of an object. */
export async function isUnlisted(ports: GrantedPorts, object: TestObject): Promise<boolean> {
  const { context } = ports;
  const pages = await wholeList(ports, object);
  return pages !== undefined && !isShown(context, object, pages, listedTexts(context, object, pages));
}

function listedTexts(
  context: AuthzContext,
  { resource }: TestObject,
  { responses }: Pages,
): readonly string[] {
  return listedIds(context, resource, responses).map((id) => plainText(id));
}

function isShown(
  { loaded }: AuthzContext,
  object: TestObject,
  { responses }: Pages,
  listed: readonly string[],
): boolean {
  const own = [...ownIds(loaded, object).values()];
  // The text is that of an earlier run with the same seed as well: it counts where the list shows no identifiers.
  return listed.length > 0
    ? own.every(({ value }) => listed.includes(plainText(value)))
    : responses.some(({ body }) => body.content.includes(object.canary));
}

/** The list that shows an object, and its siblings: they are inside of the same. */
function listKey({ context }: GrantedPorts, object: TestObject): string {
  const { resource, owner, ids } = object;
  const own = ownIds(context.loaded, object);
  const outer = [...ids].flatMap(([name, { value }]) => (own.has(name) ? [] : plainText(value)));
  return JSON.stringify([resource.name, owner.user.name, outer]);
}

/** The list of its owner, read to its end; absent where it proves nothing. */
async function wholeList({ context }: GrantedPorts, object: TestObject): Promise<Pages | undefined> {
  const { resource, owner } = object;
  if (resource.list === undefined || idNames(context, resource).length === 0) {
    return undefined;
  }
  const { request } = requestOf(context.loaded, resource.list);
  const pages = await readList(context, { ...owner, values: knownValuesOf(object) }, resource, 'teardown');
  const isRead = pages.responses.every(
    (response) =>
      statusAccepted(response, request, context.loaded.matrix.denied) && jsonBody(response) !== undefined,
  );
  return pages.complete && pages.responses.length > 0 && isRead ? pages : undefined;
}
