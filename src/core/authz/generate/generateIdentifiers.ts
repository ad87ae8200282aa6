/**
 * Variables of a chain that identify objects, and those that only the chain's own course gives a value.
 *
 * A variable identifies an object when a request that creates something extracts it, or the login does, and
 * another request sends it in its URL or body. Credentials identify nobody's objects.
 */
import { groupPairs } from '../../groupBy';
import { isCredentialName } from '../../masking/credentialNames';
import type { ChainRequest } from '../../model';
import { extractedVariables, planRun } from '../../run/plan';
import { variableUses } from '../../prepare/references';
import type { IdPlace } from '../model/cell';
import { isCreating } from './generateKinds';
import type { FoundLogin } from './generateLogin';
import { namesId } from './generateNames';
import { idPlaces } from '../request/idLocations';
import { isMadeConstant } from '../matrix/madeConstants';
import type { MatrixChain } from '../model/matrix';

/** What the variables of a chain are. */
export interface Identifiers {
  /** Those that a request extracts from what it creates, or chooses for it. */
  readonly createsOf: (request: ChainRequest) => readonly string[];
  /** Those that come from the login, or that a user signs in with. */
  readonly ofUser: ReadonlySet<string>;
  /** The identifiers that a request sends, in the order of the request. */
  readonly idsOf: (request: ChainRequest) => readonly string[];
  /** The request that extracts a variable which only the chain's own course gives a value. */
  readonly producerOf: (variable: string) => ChainRequest | undefined;
  /** Variables of that kind that a request sends, except those that creating its object provides. */
  readonly needsOf: (request: ChainRequest) => readonly string[];
}

/** Finds out what the variables of these requests are. */
export function findIdentifiers(
  main: MatrixChain,
  requests: readonly ChainRequest[],
  login: FoundLogin,
): Identifiers {
  const places = new Map(requests.map((request) => [request, placesIn(request, main)]));
  const senders = sendersIn(places, login);
  const createsOf = (request: ChainRequest): readonly string[] =>
    isCreating(request)
      ? [...extractedVariables(request), ...chosenIn(places.get(request), main)].filter((name) =>
          senders.get(name)?.some((other) => other !== request),
        )
      : [];
  const created = new Set(requests.flatMap(createsOf));
  const personal = login.personal.map(({ name }) => name).filter((name) => isInPath(places, name));
  const ofUser = new Set(
    [...login.produced, ...personal].filter((name) => senders.has(name) && !created.has(name)),
  );
  const isKnown = (name: string): boolean =>
    created.has(name) || ofUser.has(name) || login.produced.has(name);
  const producers = new Map(
    requests.flatMap((request) =>
      extractedVariables(request).flatMap((name) => (isKnown(name) ? [] : [[name, request] as const])),
    ),
  );
  const idsOf = (request: ChainRequest): readonly string[] =>
    namesOf(places.get(request), ({ in: where, variable }) => {
      // Who registers sends what somebody signs in with, and is about nobody's account.
      const isNamed = where === 'path' || where === 'query' || !personal.includes(variable);
      return where !== 'auth' && (created.has(variable) || (ofUser.has(variable) && isNamed));
    });
  const comeAlong = createdWith(main, requests);
  return {
    createsOf,
    ofUser,
    idsOf,
    producerOf: (variable) => producers.get(variable),
    needsOf(request) {
      const given = new Set(idsOf(request).flatMap(comeAlong));
      return namesOf(
        places.get(request),
        (place) => producers.has(place.variable) && !given.has(place.variable) && !isCondition(place),
      );
    },
  };
}

/** Every variable that a request sends, and where. */
function placesIn(request: ChainRequest, { chain }: MatrixChain): readonly IdPlace[] {
  const names = variableUses(request, chain).map(({ variable }) => variable);
  return idPlaces(request, chain, [...new Set(names)]);
}

function namesOf(places: readonly IdPlace[] = [], fits: (place: IdPlace) => boolean): readonly string[] {
  return [...new Set(places.filter(fits).map(({ variable }) => variable))];
}

/** Constants that a creation is sent and that are made for each object. */
function chosenIn(places: readonly IdPlace[] = [], { chain }: MatrixChain): readonly string[] {
  return namesOf(places, ({ in: where, variable }) => where === 'body' && isMadeConstant(chain, variable));
}

/** Whether what somebody signs in with is part of an address as well, as in `/users/{{username}}`. */
function isInPath(places: ReadonlyMap<ChainRequest, readonly IdPlace[]>, name: string): boolean {
  return [...places.values()].flat().some(({ in: where, variable }) => where === 'path' && variable === name);
}

/** The requests that send a variable as an identifier; credentials have none. */
function sendersIn(
  places: ReadonlyMap<ChainRequest, readonly IdPlace[]>,
  { credentials }: FoundLogin,
): ReadonlyMap<string, readonly ChainRequest[]> {
  const sent = [...places].flatMap(([request, own]) =>
    namesOf(own, isIdPlace).map((name) => [name, request] as const),
  );
  return groupPairs(sent.filter(([name]) => !credentials.has(name) && !isCredentialName(name)));
}

/** A body has many values; there the name has to say that it identifies something. */
function isIdPlace({ in: where, variable }: IdPlace): boolean {
  return where === 'path' || where === 'query' || (where === 'body' && namesId(variable));
}

/** Attacks leave out the conditions of a header, such as `If-Match`. */
function isCondition({ in: where, name = '' }: IdPlace): boolean {
  return where === 'header' && /^if-/i.test(name);
}

/** What is extracted on the way to an object, by its identifier. */
function createdWith(
  { file, chain }: MatrixChain,
  requests: readonly ChainRequest[],
): (id: string) => readonly string[] {
  const creators = new Map(
    requests
      .filter(isCreating)
      .toReversed()
      .flatMap((request) => extractedVariables(request).map((name) => [name, request.id] as const)),
  );
  const known = new Map<string, readonly string[]>();
  return (id) => {
    const creator = creators.get(id);
    const produced =
      known.get(id) ??
      (creator === undefined
        ? []
        : planRun(
            { main: { file, chain }, required: [], environment: undefined },
            { kind: 'withDependencies', ids: [creator] },
            new Set(),
          ).items.flatMap(({ request }) => extractedVariables(request)));
    known.set(id, produced);
    return produced;
  };
}
