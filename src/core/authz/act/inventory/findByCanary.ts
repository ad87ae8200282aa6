/**
 * Finding an object by the text planted in it, in its owner's list. Only a list that was read to its end proves
 * that there is none; an object without known identifiers still exists.
 */
import type { Derived } from '../../../permission/sensitive';
import { isArray, isObject, type JsonObject, type JsonValue } from '../../../json/json';
import type { ChainRequest } from '../../../model';
import { selectPath } from '../../../json/jsonPath';
import type { AuthzContext } from '../context';
import { requestOf, type NamedRequest } from '../../matrix/findByName';
import type { RecordedResponse } from '../../../result/result';
import { statusAccepted } from '../../judge/denial';
import { lastName } from '../../../json/lastName';
import type { MatrixResource, RequestName } from '../../model/matrix';
import { plantText } from '../../request/canary';
import { readList, type Pages } from './readList';
import { jsonBody } from '../../response/responseBody';
import type { Values } from '../sender/sender';
import type { Session } from '../sessions/sessions';
import { listedIdPaths } from './existingIds';
import { identifiers, withoutListed } from './testObject';

/** The result of looking for an object; reasons are whole sentences. */
export type Found =
  | { readonly kind: 'found'; readonly ids: Values }
  /** It exists, but what identifies it is not known. */
  | { readonly kind: 'unidentified'; readonly reason: string }
  | { readonly kind: 'absent' }
  /** Whether it exists is not known. */
  | { readonly kind: 'unknown'; readonly reason: string }
  /** The matrix has no request to look with. */
  | { readonly kind: 'unlisted'; readonly reason: string };

/** Looks for the object that holds a planted text among those that its owner, with the owner's values, is shown. */
export async function findPlanted(
  context: AuthzContext,
  resource: MatrixResource,
  owner: Session,
  canary: string,
): Promise<Found> {
  const { name, list, create } = resource;
  if (list === undefined || create === undefined) {
    return {
      kind: 'unlisted',
      reason: `Its identifiers are not known, and ${name} has no "list" to find it in.`,
    };
  }
  if (!takesText(context, requestOf(context.loaded, create).request, resource)) {
    return { kind: 'unlisted', reason: withoutText(resource) };
  }
  const pages = await readList(context, owner, resource, 'owner-read');
  const [ids] = plantedIn(context, resource, owner, { canary, responses: pages.responses });
  if (ids === undefined) {
    return isWhole(context, list, pages)
      ? { kind: 'absent' }
      : {
          kind: 'unknown',
          reason: `Whether it is there is not known: ${owner.user.name} could not read the list to its end.`,
        };
  }
  const missing = resource.id.find((id) => !ids.has(id));
  return missing === undefined
    ? { kind: 'found', ids }
    : {
        kind: 'unidentified',
        reason: `The list of ${owner.user.name} shows it, but not where its {{${missing}}} is. ${listedIdPaths(resource).has(missing) ? `Correct its "path" in "id" of ${name}.` : placeHint(missing, name)}`,
      };
}

/** How to say where a list has an identifier. A whole sentence. */
export function placeHint(variable: string, resource: string): string {
  return `If the list shows it, write { "variable": "${variable}", "from": "list", "path": "$.id" } in "id" of ${resource}.`;
}

/** What identifies each object that answers show with a planted text, as far as they show it. */
export function plantedIn(
  context: AuthzContext,
  resource: MatrixResource,
  owner: Session,
  { canary, responses }: { readonly canary: string; readonly responses: readonly RecordedResponse[] },
): readonly Values[] {
  const { create } = resource;
  if (create === undefined) {
    return [];
  }
  const derived = context.sender.learned.ofAny('identifier');
  return responses
    .flatMap((response) => holdersOf(jsonBody(response), canary))
    .map((holders) => idsAmong(holders, requestOf(context.loaded, create), { resource, owner, derived }));
}

/** Why an object that was created without a text is not looked for. A whole sentence. */
export function withoutText({ name }: MatrixResource): string {
  return `Its identifiers are not known, and no text could be planted in it. Name a field of the request that creates ${name} in its "canary".`;
}

/** Whether what a request creates can be found by a text. */
function takesText({ planting }: AuthzContext, request: ChainRequest, resource: MatrixResource): boolean {
  const planted = plantText(request, { ...planting.of(resource), text: 'CNRY-' });
  return JSON.stringify(planted.body) !== JSON.stringify(request.body);
}

/** Whether an answer that does not show an object proves that there is none. */
function isWhole({ loaded }: AuthzContext, list: RequestName, { complete, responses }: Pages): boolean {
  const { request } = requestOf(loaded, list);
  return (
    complete &&
    responses.every(
      (response) =>
        statusAccepted(response, request, loaded.matrix.denied) &&
        (response.body.content === '' || jsonBody(response) !== undefined),
    )
  );
}

/** Whose objects a list shows. */
interface ListedObjects {
  readonly resource: MatrixResource;
  readonly owner: Session;
  /** What the list may have been derived from. */
  readonly derived: readonly Derived[];
}

/**
 * What the creation extracts, or the matrix says that the list shows, read from the item of a list: by its path, else
 * by the last name of the path. Only what is neither, such as that of what the object is part of, may be known of the
 * owner.
 */
function idsAmong(
  holders: readonly JsonObject[],
  { loaded, request }: NamedRequest,
  { resource, owner, derived }: ListedObjects,
): Values {
  const listed = listedIdPaths(resource);
  const given = request.extract.flatMap(({ variable, select }) =>
    select?.kind === 'path' ? [[variable, select.path] as const] : [],
  );
  const shown = [...given, ...listed].flatMap(([variable, path]) => {
    const value = holders.map((holder) => valueIn(holder, path)).find((one) => one !== undefined);
    return value === undefined
      ? []
      : [[variable, { value, producer: { chain: loaded.file, id: request.id }, derived }] as const];
  });
  const own = new Set([...request.extract.map(({ variable }) => variable), ...listed.keys()]);
  const outer = [...owner.values].filter(([name]) => !own.has(name));
  const found = new Map([...outer, ...shown]);
  // A variable of the owner is none of the object that the list shows.
  return withoutListed(identifiers(resource, owner, found), resource, found);
}

function valueIn(holder: JsonObject, path: string): JsonValue | undefined {
  const selection = selectPath(path, holder);
  const name = lastName(path);
  const [value] = selection.ok ? selection.values : [];
  return value ?? (name !== undefined && Object.hasOwn(holder, name) ? holder[name] : undefined);
}

/**
 * The objects around a text, the innermost first; none further out than the item of the outermost array, for
 * those belong to its neighbours as well. One list for each place that holds the text.
 */
function holdersOf(body: JsonValue | undefined, text: string): readonly (readonly JsonObject[])[] {
  const ways = body === undefined ? [] : waysTo(body, text);
  return ways.map((way) => {
    const list = way.findIndex((value) => isArray(value));
    return way
      .slice(list + 1)
      .filter((value) => isObject(value))
      .reverse();
  });
}

/** What is around each place of a text, from the outside to the inside. */
function waysTo(value: JsonValue, text: string): readonly (readonly JsonValue[])[] {
  if (typeof value === 'string') {
    return value.includes(text) ? [[]] : [];
  }
  const members: readonly JsonValue[] = isArray(value) ? value : isObject(value) ? Object.values(value) : [];
  return members.flatMap((member) => waysTo(member, text).map((inner) => [value, ...inner]));
}
