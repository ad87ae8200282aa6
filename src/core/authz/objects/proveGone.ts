/**
 * The proof that what was deleted is gone, for an accepted DELETE may have deleted nothing: one list of each owner
 * shows it for all objects in it, others are read once each. What nothing shows is told.
 */
import { plainText } from '../../prepare/template';
import { requestOf } from '../run/context';
import { readList } from '../run/pages';
import type { Pages } from '../run/pages';
import { jsonBody } from '../run/responseBody';
import type { GrantedPorts } from '../run/sendGranted';
import { isMissing, isSuccess } from '../run/status';
import { statusAccepted } from '../verdict/denial';
import { ownIds } from './existing';
import type { Inventory } from './inventory';
import { lookAt } from './look';
import { idNames, listedIds } from './newness';
import { knownOf, showsObject } from './testObject';
import type { TestObject } from './testObject';

/** Leaves over what is still there, and gives sentences about what nothing shows. */
export async function proveGone(ports: GrantedPorts, inventory: Inventory): Promise<readonly string[]> {
  const lists = new Map<string, Promise<Pages | undefined>>();
  const open = new Map<string, number>();
  for (const object of inventory.unproved()) {
    const { resource } = object;
    const isThere = await stillThere(ports, lists, object).catch(() => undefined);
    if (isThere === undefined) {
      open.set(resource.name, (open.get(resource.name) ?? 0) + 1);
    }
    await (isThere === true
      ? inventory.leave(object, 'Deleting it was accepted, and it is still shown.')
      : inventory.strike(object));
  }
  return [...open].map(
    ([name, count]) =>
      `Deleting ${count} of ${name} was accepted, and nothing proves that they are gone: give ${name} a "read" or "list" that shows them.`,
  );
}

/** Whether its owner is still shown it; absent when nothing tells. */
async function stillThere(
  ports: GrantedPorts,
  lists: Map<string, Promise<Pages | undefined>>,
  object: TestObject,
): Promise<boolean | undefined> {
  const { context } = ports;
  const { resource, owner } = object;
  const key = JSON.stringify([resource.name, owner.user.name, outerTexts(ports, object)]);
  const list = lists.get(key) ?? wholeList(ports, object);
  lists.set(key, list);
  const pages = await list;
  if (pages !== undefined) {
    const listed = new Set(listedIds(context, resource, pages.responses).map((id) => plainText(id)));
    const own = [...ownIds(context.loaded, object).values()];
    // The text is that of an earlier run with the same seed as well: it counts where the list shows no identifiers.
    return listed.size > 0
      ? own.every(({ value }) => listed.has(plainText(value)))
      : pages.responses.some(({ body }) => body.content.includes(object.canary));
  }
  if (resource.read === undefined) {
    return undefined;
  }
  const { response, failure } = await lookAt(ports, object, 'teardown');
  if (response === undefined || isMissing(response.status)) {
    return response === undefined ? lockedOut(object) : false;
  }
  const isView = failure === undefined || isSuccess(response.status);
  return isView ? showsObject(response, object) : lockedOut(object);
}

/** A user made for a cell who cannot sign in any more has no account. */
function lockedOut({ owner }: TestObject): false | undefined {
  return owner.standIn !== undefined && owner.failure !== undefined ? false : undefined;
}

/** What the list of its siblings needs: they have the same. */
function outerTexts({ context }: GrantedPorts, object: TestObject): readonly string[] {
  const own = ownIds(context.loaded, object);
  return [...object.ids].flatMap(([name, { value }]) => (own.has(name) ? [] : plainText(value)));
}

/** The list of its owner, read to its end; absent where it cannot tell. */
async function wholeList({ context }: GrantedPorts, object: TestObject): Promise<Pages | undefined> {
  const { resource, owner } = object;
  if (resource.list === undefined || idNames(context, resource).length === 0) {
    return undefined;
  }
  const { request } = requestOf(context.loaded, resource.list);
  const pages = await readList(context, { ...owner, values: knownOf(object) }, resource, 'teardown');
  const isRead = pages.responses.every(
    (response) =>
      statusAccepted(response, request, context.loaded.matrix.denied) && jsonBody(response) !== undefined,
  );
  return pages.complete && pages.responses.length > 0 && isRead ? pages : undefined;
}
