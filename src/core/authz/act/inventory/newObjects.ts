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

/** An object that has an entry in the ledger. */
export type RecordedObject = TestObject & { readonly entry: LedgerEntry };

/** What is known of the creations of a run. */
export interface NewObjectCheck {
  /**
   * The object, its entry telling what the list of its owner shows before it is created. The list is read once for
   * each owner and resource.
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
  const shown = new Set<string>();
  return {
    async before(object) {
      const key = JSON.stringify([object.resource.name, object.owner.user.name]);
      if (!lists.has(key) && isListed(context, object)) {
        lists.set(key, await recordListed(context, existing, inventory, object));
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

/**
 * Notes the identifiers in a list, also in one that does not show all of them. A list that also shows the objects of
 * others may show what the run has created for them, which was not there before.
 */
async function recordListed(
  context: AuthzContext,
  existing: Pick<Existing, 'note'>,
  inventory: Pick<Inventory, 'present'>,
  { resource, owner }: TestObject,
): Promise<ListedBefore> {
  const pages = await readList(context, owner, resource, 'create');
  const created = createdIds(context, resource, inventory);
  const ids = listedIds(context, resource, pages.responses).filter((id) => !created.has(plainText(id)));
  existing.note({ resource, owner }, ids);
  return showsAllIds(context, resource, pages)
    ? ids.map((id) => listedHash(context.ports.hash, resource.name, id))
    : 'unknown';
}

/** The identifiers of what the run has created; none where it takes several, which others may share. */
function createdIds(
  { loaded }: AuthzContext,
  resource: MatrixResource,
  inventory: Pick<Inventory, 'present'>,
): ReadonlySet<string> {
  const ids = inventory
    .present()
    .filter((object) => object.resource.name === resource.name)
    .map((object) => [...ownIds(loaded, object).values()].map(({ value }) => plainText(value)));
  return new Set(ids.flatMap(([id, ...others]) => (id === undefined || others.length > 0 ? [] : [id])));
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
