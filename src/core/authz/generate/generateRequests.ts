/**
 * What the requests of a chain are to an authorization test: those that can be tried by anybody who signs in,
 * and those that have to stay out, with the reason.
 */
import { defined } from '../../defined';
import type { ChainRequest } from '../../model';
import { flowMemberOf } from '../../prepare/references';
import type { Say } from '../../say';
import { pathTemplate } from '../model/cellId';
import { findIdentifiers, type Identifiers } from './generateIdentifiers';
import { effectIn, isAccepted } from './generateKinds';
import type { FoundLogin } from './generateLogin';
import type { Effect, MatrixChain } from '../model/matrix';

/** A request that can be tried. */
export interface TriedRequest {
  readonly request: ChainRequest;
  /** Path of its URL as written. */
  readonly path: string;
  /** Identifiers that it sends, outermost first. */
  readonly ids: readonly string[];
  readonly effect: Effect;
  /** Identifiers of the object that it creates. */
  readonly creates: readonly string[];
  /** Reads the next page of what this one lists. */
  readonly next?: ChainRequest;
  /** Creates objects after other requests, and so cannot be sent by itself. */
  readonly isBound: boolean;
}

/** The requests of a chain, sorted out. */
export interface SortedRequests {
  /** In the order of the chain. */
  readonly tried: readonly TriedRequest[];
  /** Identifiers that come from the login. */
  readonly ofUser: ReadonlySet<string>;
  /** Whole sentences about what was left out. */
  readonly notes: readonly string[];
}

/** Sorts the requests of a chain. */
export function sortRequests(main: MatrixChain, login: FoundLogin, say: Say): SortedRequests {
  const candidates = main.chain.requests.filter(({ id, disabled }) => !disabled && !login.own.has(id));
  const identifiers = findIdentifiers(main, candidates, login);
  const sorted = candidates
    .filter((request) => isAccepted(request) && flowMemberOf(request) === undefined)
    .map((request) => sortOne(request, identifiers));
  const able = withoutRepeats(
    sorted.filter(({ needs, creates }) => needs.length === 0 || creates.length > 0),
  );
  const pages = new Map(sorted.flatMap((item) => pageOf(item, identifiers, able)));
  const next = new Set(pages.values());
  const lost = sorted.filter(({ request, needs }) => needs.length > 0 && !next.has(request));
  return {
    tried: able.map(({ needs, ...item }) => {
      const page = pages.get(item.request);
      return { ...item, isBound: needs.length > 0, ...defined({ next: page }) };
    }),
    ofUser: identifiers.ofUser,
    notes: [
      ...candidates.flatMap((request) => refusalNote(request, say)),
      ...lost.map((item) => lostNote(item, identifiers, say)),
    ],
  };
}

/** A request while it is being sorted; `needs` are the variables that keep it from being tried alone. */
type Sorted = Omit<TriedRequest, 'next' | 'isBound'> & { readonly needs: readonly string[] };

function sortOne(request: ChainRequest, { createsOf, idsOf, needsOf }: Identifiers): Sorted {
  return {
    request,
    path: pathTemplate(request),
    ids: idsOf(request),
    effect: effectIn(request),
    creates: createsOf(request),
    needs: needsOf(request),
  };
}

/** The same request a second time shows nothing new. */
function withoutRepeats(sorted: readonly Sorted[]): readonly Sorted[] {
  const byText = new Map(
    sorted.toReversed().map((item) => {
      const { method, url, query, headers, auth, body } = item.request;
      return [JSON.stringify([method, url, query, headers, auth, body]), item.request] as const;
    }),
  );
  const first = new Set(byText.values());
  return sorted.filter(({ request }) => first.has(request));
}

/** A request for the next page of a list: the same path, with variables that the list extracts. */
function pageOf(
  { request, path, effect, needs: [need, ...others] }: Sorted,
  { producerOf }: Identifiers,
  able: readonly Sorted[],
): readonly (readonly [list: ChainRequest, next: ChainRequest])[] {
  const producer = need === undefined ? undefined : producerOf(need);
  const list = able.find((item) => item.request === producer);
  const isPage =
    effect === 'read' &&
    list?.effect === 'read' &&
    list.request !== request &&
    list.path === path &&
    others.every((name) => producerOf(name) === producer);
  return isPage ? [[list.request, request]] : [];
}

function refusalNote(request: ChainRequest, say: Say): readonly string[] {
  const member = flowMemberOf(request);
  if (member !== undefined) {
    return [
      say('{0} was left out: it has "{1}", and requests of a matrix are sent once each.', request.id, member),
    ];
  }
  return isAccepted(request) ? [] : [say('{0} was left out: it expects no success.', request.id)];
}

function lostNote(
  { request, needs: [name = ''], creates }: Sorted,
  { producerOf }: Identifiers,
  say: Say,
): string {
  return say(
    creates.length > 0
      ? '{0} creates objects and is not an operation: it sends {1}, which {2} extracts.'
      : '{0} was left out: it sends {1}, which {2} extracts.',
    request.id,
    `{{${name}}}`,
    producerOf(name)?.id ?? '',
  );
}
