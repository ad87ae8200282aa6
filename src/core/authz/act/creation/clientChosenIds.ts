/**
 * Identifiers that the client chooses for what it creates: in the body, or in the URL that is written to. They are
 * worked out from the request as it will be sent, whether a user, a chain or an environment states their values.
 */
import { requestTexts } from '../../../prepare/references';
import { findReferences, findUses, plainText, resolveUrl, splitUrl } from '../../../prepare/template';
import type { PlanItem, RunPlan } from '../../../run/plan';
import { CANARY } from '../../request/nonexistentId';
import { ownerVariable } from '../../plan/requests/swapIds';
import type { AuthzContext } from '../context';
import { requestOf } from '../../matrix/findByName';
import type { MatrixResource } from '../../model/matrix';
import type { Values } from '../sender/sender';
import { extractedIds, listedIdPaths } from '../inventory/existingIds';
import { identifiers, type TestObject } from '../inventory/testObject';

/** A request that is about to create an object. */
export interface Creating {
  readonly object: TestObject;
  readonly item: PlanItem;
  /** The whole plan: what its earlier requests give is not known yet. */
  readonly plan: RunPlan;
  readonly values: Values;
}

/**
 * Who chooses the identifiers: the server, this run (nothing else has them), or the client. What the client chooses
 * may not be known before the request is sent.
 */
export type ChosenIds =
  | { readonly by: 'server' | 'run'; readonly ids: Values }
  | { readonly by: 'client'; readonly ids: Values }
  | { readonly by: 'client'; readonly unknown: string };

/** Who chooses the identifiers of what a request creates, and which they are. */
export function chosenIds(context: AuthzContext, creating: Creating): ChosenIds {
  const { object, item, plan } = creating;
  const { resource } = object;
  const isInUrl = namesItem(context, creating);
  const declared = declaredChoices(resource);
  const isServers = extractedIds(context.loaded, resource).size > 0 || listedIdPaths(resource).size > 0;
  const isGiven = !isInUrl && declared.length === 0 && isServers;
  if (isGiven || (isInUrl && isOwners(item, resource))) {
    return { by: 'server', ids: new Map() };
  }
  const { ids, url } = resolved(context, creating, isInUrl);
  const texts = [...ids.values()].map(({ value }) => plainText(value));
  if ([url, ...texts].some((text) => CANARY.test(text))) {
    return { by: 'run', ids };
  }
  const undecided = declared.find((name) => !ids.has(name));
  if (undecided !== undefined) {
    return { by: 'client', unknown: undecided };
  }
  const missing = resource.id.find((name) => !ids.has(name));
  if (missing !== undefined) {
    const earlier = plan.items.slice(0, plan.items.indexOf(item)).flatMap(({ request }) => request.extract);
    const isProduced = earlier.some(({ variable }) => variable === missing);
    return isInUrl && !isProduced ? { by: 'client', unknown: missing } : { by: 'server', ids: new Map() };
  }
  const own = texts.at(-1) ?? '';
  return isInUrl && !isReadThere(context, creating, { url, own })
    ? { by: 'client', unknown: resource.id.at(-1) ?? '' }
    : { by: 'client', ids };
}

/** Identifiers of which the matrix says that the client chooses them. */
export function declaredChoices({ idSources = {} }: Pick<MatrixResource, 'idSources'>): readonly string[] {
  return Object.entries(idSources).flatMap(([name, { from }]) => (from === 'request' ? [name] : []));
}

/**
 * Whether a request writes to the URL of one object, whose identifier is therefore chosen before: PUT and PATCH
 * do by what they mean, others where the URL has the shape of the one that is read.
 */
function namesItem({ loaded }: AuthzContext, { object: { resource }, item: { request } }: Creating): boolean {
  const written = partsOf(request.url);
  const shown = resource.read === undefined ? [] : partsOf(requestOf(loaded, resource.read).request.url);
  const isShownThere =
    written.length === shown.length &&
    hasReference(shown.at(-1)) &&
    shown.every((part, index) => hasReference(part) || part === written[index]);
  const isNamed = hasReference(written.at(-1));
  return /^(?:PUT|PATCH)$/i.test(request.method) ? isNamed || isShownThere : isNamed && isShownThere;
}

/** Whether the URL that is written to is the one that reading looks at for this identifier, as far as it is known. */
function isReadThere(
  { loaded }: AuthzContext,
  { object: { resource }, item: { request } }: Creating,
  { url, own }: { readonly url: string; readonly own: string },
): boolean {
  // Of what is added to, an attack names that of the owner.
  const written = (partsOf(request.url).at(-1) ?? '').replaceAll(`{{${ownerVariable('')}`, '{{');
  const read = resource.read === undefined ? undefined : requestOf(loaded, resource.read).request;
  const isSame = read === undefined || partsOf(read.url).at(-1) === written;
  const differ = { ...request.variables, ...read?.variables };
  const isFixed = !findUses(written).some(({ name }) => Object.hasOwn(differ, name));
  return lastPart(url) === own || (isSame && isFixed && lastPart(url).includes(own));
}

/** The segments of the path of a URL. */
function partsOf(url: string): readonly string[] {
  const { pathStart, queryStart } = splitUrl(url);
  return url.slice(pathStart, queryStart).split('/').filter(Boolean);
}

function lastPart(url: string): string {
  return decodeURIComponent(partsOf(url).at(-1) ?? '');
}

function hasReference(part = ''): boolean {
  return findReferences(part).length > 0;
}

/** Whether an attack writes to the existing object of somebody else. */
function isOwners({ request }: PlanItem, { id }: MatrixResource): boolean {
  const own = ownerVariable(id.at(-1) ?? '');
  return findReferences(partsOf(request.url).at(-1) ?? '').some(({ name }) => name === own);
}

/** The URL and the identifiers in it; what the request does not name counts where a user or a login states it. */
function resolved(
  { sender }: AuthzContext,
  { object, item, plan, values }: Creating,
  isInUrl: boolean,
): { readonly ids: Values; readonly url: string } {
  const { resource, owner, produced, memo } = object;
  const known: Values = new Map([...values, ...produced]);
  const scope = sender.scopeOf({ caller: owner, plan, values: known, memo }, item);
  const stated = identifiers(resource, owner, known);
  // What a function makes of an identifier is another one.
  const named = new Set(
    requestTexts(item.request, item.loaded.chain)
      .filter(({ location }) => location.in !== 'variables')
      .flatMap(({ text }) => findReferences(text).map(({ name }) => name)),
  );
  const ids = resource.id.flatMap((name) => {
    const found = scope.lookup({ name, args: [] });
    const value =
      // A variable of the request has another value each time that one is computed.
      found.ok && found.found.source !== 'request' && (isInUrl || named.has(name))
        ? {
            value: found.found.value,
            producer: found.found.producer ?? { chain: item.loaded.file, id: item.request.id },
            derived: found.found.sensitive.derived,
          }
        : stated.get(name);
    return value === undefined ? [] : [[name, value] as const];
  });
  const url = resolveUrl({ url: item.request.url }, (reference) => {
    const found = scope.lookup(reference);
    return found.ok ? found.found.value : undefined;
  });
  return { ids: new Map(ids), url };
}
