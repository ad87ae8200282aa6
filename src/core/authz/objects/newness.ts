/**
 * Whether creations create something new each time. A request may answer with what its owner had already, so the
 * owner's list is read before the first one; where there is none, two answers have to differ.
 */
import { isArray, isObject } from '../../json/json';
import type { JsonValue } from '../../json/json';
import { lastName } from '../../json/lastName';
import { variableUses } from '../../prepare/references';
import { membersNamed } from '../cells/propertyViews';
import type { MatrixResource } from '../matrix/matrix';
import type { RecordedResponse } from '../../result/result';
import { requestOf } from '../run/context';
import type { AuthzContext } from '../run/context';
import { readList } from '../run/pages';
import { jsonBody } from '../run/responseBody';
import { isSuccess } from '../run/status';
import { extractedIds } from './existing';
import type { Existing } from './existing';
import type { TestObject } from './testObject';

/** What is known of the creations of a run. */
export interface Newness {
  /** Reads the list of the owner, once, before anything is created for it. */
  before(object: TestObject): Promise<void>;
  /** Whether what an answer gives is new unless it was seen before. */
  isShown(object: TestObject): boolean;
  /** Creations of this resource gave another object each time. */
  show(object: TestObject): void;
}

/** Knows nothing yet. */
export function createNewness(context: AuthzContext, existing: Pick<Existing, 'note'>): Newness {
  const asked = new Set<string>();
  const shown = new Set<string>();
  return {
    async before(object) {
      const key = keyOf(object);
      if (!asked.has(key) && isListed(context, object)) {
        asked.add(key);
        if (await noteListed(context, existing, object)) {
          shown.add(key);
        }
      }
    },
    isShown: (object) =>
      object.answer?.status === 201 || shown.has(keyOf(object)) || shown.has(object.resource.name),
    show: ({ resource }) => {
      shown.add(resource.name);
    },
  };
}

function keyOf({ resource, owner }: TestObject): string {
  return JSON.stringify([resource.name, owner.user.name]);
}

/** Whether the owner can read the list already: that inside of something else needs it first. */
function isListed({ loaded }: AuthzContext, { resource, owner }: TestObject): boolean {
  if (resource.list === undefined || owner.standIn !== undefined) {
    return false;
  }
  const { request, loaded: file } = requestOf(loaded, resource.list);
  return variableUses(request, file.chain).every(
    ({ variable }) => !resource.id.includes(variable) || owner.values.has(variable),
  );
}

/** Notes the identifiers in a list; whether it was read to its end. */
async function noteListed(
  context: AuthzContext,
  existing: Pick<Existing, 'note'>,
  { resource, owner }: TestObject,
): Promise<boolean> {
  const { responses, complete } = await readList(context, owner, resource, 'create');
  const names = idNames(context, resource);
  const bodies = responses.map((response) => jsonBody(response));
  existing.note(resource, listedIds(context, resource, responses));
  const isRead =
    bodies.every((body) => body !== undefined) && responses.every(({ status }) => isSuccess(status));
  return complete && names.length > 0 && responses.length > 0 && isRead;
}

/** The identifiers that a list shows, as the answer to a creation calls them. */
export function listedIds(
  context: AuthzContext,
  resource: MatrixResource,
  responses: readonly RecordedResponse[],
): readonly JsonValue[] {
  const names = idNames(context, resource);
  const items = responses.flatMap((response) => {
    const body = jsonBody(response);
    return body === undefined ? [] : itemsOf(body);
  });
  return items.flatMap((item) => names.flatMap((name) => ownOrInner(item, name)));
}

/** The items of the outermost arrays. */
function itemsOf(value: JsonValue): readonly JsonValue[] {
  if (isArray(value)) {
    return value;
  }
  return isObject(value) ? Object.values(value).flatMap((member: JsonValue) => itemsOf(member)) : [];
}

/** What is inside of an item has identifiers of its own. */
function ownOrInner(item: JsonValue, name: string): readonly JsonValue[] {
  return isObject(item) && Object.hasOwn(item, name) ? [item[name] ?? null] : membersNamed(item, name);
}

/** What the identifiers are called in answers. */
export function idNames({ loaded }: AuthzContext, resource: MatrixResource): readonly string[] {
  const extracted = extractedIds(loaded, resource);
  const extract = resource.create === undefined ? [] : requestOf(loaded, resource.create).request.extract;
  return extract.flatMap(({ variable, select }) =>
    extracted.has(variable) && select?.kind === 'path' ? (lastName(select.path) ?? []) : [],
  );
}
