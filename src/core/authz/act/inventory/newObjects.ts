/**
 * Whether creations create something new each time. A request may answer with what its owner had already, so the
 * owner's list is read before the first one; where it does not show that, two answers have to differ.
 */
import { isArray, isObject, type JsonObject, type JsonValue } from '../../../json/json';
import { variableUses } from '../../../prepare/references';
import { plainText } from '../../../prepare/template';
import { membersNamed } from '../../response/propertyValues';
import type { MatrixResource } from '../../model/matrix';
import type { RecordedResponse } from '../../../result/result';
import type { AuthzContext } from '../context';
import { requestOf } from '../../matrix/findByName';
import { isFullPage } from '../../response/pagination';
import { readList, type Pages } from './readList';
import { jsonBody } from '../../response/responseBody';
import { statusAccepted } from '../../judge/denial';
import { ownIds, type Existing } from './existingIds';
import type { Inventory } from './inventory';
import { listedHash, listedIn, type LedgerEntry, type ListedBefore } from '../ledger';
import type { TestObject } from './testObject';
import { listedIds, idNames, itemsOf } from './listedIds';
import { isSameRequest } from './notedLists';

/** An object that has an entry in the ledger. */
export type RecordedObject = TestObject & { readonly entry: LedgerEntry };

/** What is known of the creations of a run. */
export interface NewObjectCheck {
  /**
   * The object, its entry telling what the list of its owner shows before it is created. The list is read once for
   * each owner, also for resources that share it.
   */
  before(object: RecordedObject): Promise<RecordedObject>;
  /** Whether what an answer gives is new unless it was seen before. */
  isShown(object: TestObject): boolean;
  /** Creations of this resource gave another object each time. */
  show(object: TestObject): void;
}

/** Knows nothing yet. */
export function createNewObjectCheck(
  context: AuthzContext,
  existing: Pick<Existing, 'note'>,
  inventory: Pick<Inventory, 'present'>,
): NewObjectCheck {
  const lists = new Map<string, ListedBefore>();
  const read = new Map<string, Pages>();
  const shown = new Set<string>();
  return {
    async before(object) {
      const key = JSON.stringify([object.resource.name, object.owner.user.name]);
      if (!lists.has(key) && isListed(context, object)) {
        const pages = await readOnce(read, context, object);
        lists.set(key, recordListed({ context, existing, inventory }, object, pages));
      }
      const listedBefore = lists.get(key);
      return listedBefore === undefined ? object : { ...object, entry: { ...object.entry, listedBefore } };
    },
    isShown: ({ resource, entry }) => listedIn(entry) !== undefined || shown.has(resource.name),
    show: ({ resource }) => {
      shown.add(resource.name);
    },
  };
}

/** Whether the owner can read the list already: what is inside of something else may need that first. */
function isListed({ loaded }: AuthzContext, { resource, owner }: TestObject): boolean {
  if (resource.list === undefined || owner.standIn !== undefined) {
    return false;
  }
  const { request, loaded: file } = requestOf(loaded, resource.list);
  const made = file.chain.requests.flatMap(({ extract }) => extract.map(({ variable }) => variable));
  const produced = new Set([...resource.id, ...made]);
  return variableUses(request, file.chain).every(
    ({ variable }) => !produced.has(variable) || owner.values.has(variable),
  );
}

/** What the list of an owner showed when the run first read it to its end. */
async function readOnce(
  read: Map<string, Pages>,
  context: AuthzContext,
  { resource, owner }: TestObject,
): Promise<Pages> {
  const key = JSON.stringify([resource.list?.chain, resource.list?.id, owner.user.name]);
  const pages = read.get(key) ?? (await readList(context, owner, resource, 'create'));
  if (pages.complete) {
    read.set(key, pages);
  }
  return pages;
}

interface RecordPorts {
  readonly context: AuthzContext;
  readonly existing: Pick<Existing, 'note'>;
  readonly inventory: Pick<Inventory, 'present'>;
}

/**
 * Notes the identifiers in a list, also in one that does not show all of them, and what the run has created since it
 * was read. A list that also shows the objects of others may show what the run has created for them, which was not
 * there before.
 */
function recordListed(
  { context, existing, inventory }: RecordPorts,
  { resource, owner }: TestObject,
  pages: Pages,
): ListedBefore {
  const present = inventory.present();
  const isOwn = (object: TestObject): boolean => object.resource.name === resource.name;
  const created = new Set(createdIds(context, present.filter(isOwn)).map(plainText));
  const listed = listedIds(context, resource, pages.responses).filter((id) => !created.has(plainText(id)));
  const sharing = present.filter(
    (object) => !isOwn(object) && isSameRequest(object.resource.list, resource.list),
  );
  const ids = [...listed, ...createdIds(context, sharing)];
  existing.note({ resource, owner }, ids);
  return showsAllIds(context, resource, pages)
    ? ids.map((id) => listedHash(context.ports.hash, resource.name, id))
    : 'unknown';
}

/** The identifiers of what the run has created; none where it takes several, which others may share. */
function createdIds({ loaded }: AuthzContext, objects: readonly TestObject[]): readonly JsonValue[] {
  return objects.flatMap((object) => {
    const [id, ...others] = [...ownIds(loaded, object).values()];
    return id === undefined || others.length > 0 ? [] : [id.value];
  });
}

/** Whether a list shows the identifiers of everything that is in it, and was read to its end. */
function showsAllIds(
  context: AuthzContext,
  resource: MatrixResource,
  { responses, complete }: Pages,
): boolean {
  const last = responses.at(-1);
  const names = idNames(context, resource);
  if (resource.list === undefined || last === undefined || names.length === 0) {
    return false;
  }
  const { request } = requestOf(context.loaded, resource.list);
  const isTold = (response: RecordedResponse): boolean =>
    statusAccepted(response, request, context.loaded.matrix.denied) &&
    itemsHaveIds(jsonBody(response) ?? null, names);
  return complete && !isFullPage(last) && responses.every(isTold);
}

/** An empty list shows everything as well; items that are in no array, such as members of a map, do not. */
function itemsHaveIds(body: JsonValue, names: readonly string[]): boolean {
  const items = itemsOf(body);
  return items.length > 0
    ? items.every((item) => names.every((name) => isObject(item) && hasId(item, name)))
    : containsArray(body) && names.every((name) => membersNamed(body, name).length === 0);
}

/** The item itself has an identifier of this name, or what it wraps has (`{"node": {…}, "cursor": …}`). */
function hasId(item: JsonObject, name: string): boolean {
  const [only, ...others] = Object.entries(item).filter(([key]) => key !== 'cursor');
  const wrapped = others.length > 0 ? undefined : only?.[1];
  return [item, wrapped].some(
    (value) => value !== undefined && isObject(value) && Object.hasOwn(value, name),
  );
}

function containsArray(value: JsonValue): boolean {
  return isArray(value) || (isObject(value) && Object.values(value).some(containsArray));
}
