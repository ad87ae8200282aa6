/**
 * How the chains of one source share values, so that together they send what one chain would.
 *
 * In one chain, a reference takes what the last earlier request extracted. Where that request is in another chain now,
 * one of two rules makes it run first. A few requests that several chains need, such as a login, go to a chain of their own
 * with what they need themselves; the others require it. Other chains that need values of each other are linked in the
 * order of the source, each requiring the one before it, so that a run of the last one sends all of them once. A group
 * whose requests are not next to each other in the source is cut where a reference would take another value.
 */
import { groupPairs } from '../../../core/groupBy';
import type { ImportedCollection, KeptRequest } from '../shape/imported';
import { credentialsIn } from '../secrets/replaceCredentials';
import { extractedVariables, variablesIn, variablesNeededBy } from '../shape/chainNames';
import type { ChainGroup } from './folderGroups';

/** A group and what it requires. */
export interface LinkedGroup extends ChainGroup<KeptRequest> {
  /** Whether it has what several groups need. */
  readonly isShared: boolean;
  /** Indices of the groups that it requires, all of them earlier ones. */
  readonly requires: readonly number[];
  /** Constants that it does not use, and those that a required group extracts, for its own would hide what that extracts. */
  readonly leftOut: ReadonlySet<string>;
}

/** Requests that the chain for several others has at most, for each of these sends them again. */
const MOST_SHARED = 10;

/** The group of requests that several groups need. */
const SHARED = -1;

/** What a login gives by cookies alone, like a variable: all that is sent after it takes it. No variable has this name. */
const SESSION = 'session of a login';

/** Whether a request seems to sign in and keeps nothing of the response, so that only its cookies can. */
function setsSession({
  name,
  request: { url, query = [], body = {}, extract },
  recorded,
}: KeptRequest): boolean {
  if (extract !== undefined) {
    return false;
  }
  const isLogin = /log.?in|sign.?in|session/i.test(`${name} ${url}`);
  const hasCookie = recorded?.exchange.response?.headers.some((line) => /^set-cookie$/i.test(line.name));
  return (isLogin && credentialsIn({ query, body }).length > 0) || hasCookie === true;
}

/** In place of a step, where no step gives the value: it is a constant, for example, or missing. */
const NO_STEP = -1;

/** A request in the order of the source. */
interface Step {
  readonly source: KeptRequest;
  readonly gives: ReadonlySet<string>;
  /** For each variable that it uses, the step that gives its value; absent where none does. */
  readonly takes: ReadonlyMap<string, number | undefined>;
  /** Those of them that no step gives before it, and that have a value all the same, such as a constant. */
  readonly keeps: ReadonlySet<string>;
}

/** Steps with the groups they are in. */
interface Placed {
  readonly steps: readonly Step[];
  /** The group of each step. */
  readonly place: readonly number[];
}

/** What of a source decides where values come from. */
type ValueSource = Pick<ImportedCollection, 'requests' | 'variables' | 'environments' | 'auth'>;

/**
 * Links groups; one that is cut is in the result with its parts.
 *
 * @param given variables that a chain gives which runs before all of them
 */
export function linkGroups(
  groups: readonly ChainGroup<KeptRequest>[],
  collection: ValueSource,
  given: ReadonlySet<string> = new Set(),
): readonly LinkedGroup[] {
  const steps = stepsOf(collection, given);
  const constants = new Set(collection.variables.map(({ name }) => name));
  const groupOf = new Map(groups.flatMap(({ requests }, index) => requests.map((one) => [one, index])));
  let place: readonly number[] = steps.map(({ source }) => groupOf.get(source) ?? 0);
  const apart = new Set<number>();
  for (;;) {
    const shared = sharedSteps({ steps, place }, apart);
    const placed = { steps, place: place.map((group, index) => (shared.has(index) ? SHARED : group)) };
    const links = linksOf(placed, constants);
    const clashes = clashesOf(placed, links, constants);
    if (clashes.length === 0) {
      return linkedGroups(groups, placed, links);
    }
    const before = { place, apart: apart.size };
    for (const clash of clashes) {
      const moved = clash.giver === NO_STEP ? clash.seen : clash.giver;
      if (shared.has(moved)) {
        apart.add(moved);
      } else {
        place = withoutClash(place, clash);
      }
    }
    if (place === before.place && apart.size === before.apart) {
      place = place.map(() => 0);
    }
  }
}

/** Cuts a group that continues behind requests of the next one, or begins before those of the one before it. */
function withoutClash(place: readonly number[], { taker, giver, seen }: Clash): readonly number[] {
  if (seen > taker) {
    return cut(place, seen, taker);
  }
  const isOwn = seen === NO_STEP || place[seen] === place[taker];
  return isOwn ? cut(place, taker, giver) : cut(place, giver, seen);
}

/** The part of a step's group that is behind another step becomes a group of its own. */
function cut(place: readonly number[], step: number, behind: number): readonly number[] {
  const group = place[step] ?? SHARED;
  const next = Math.max(...place) + 1;
  return place.indexOf(group) > behind
    ? place
    : place.map((one, index) => (one === group && index > behind ? next : one));
}

function stepsOf(
  { requests, variables, environments, auth }: ValueSource,
  given: ReadonlySet<string>,
): readonly Step[] {
  const authored = [...environments.flatMap((one) => one.variables), ...variables];
  const values = new Map(authored.map(({ name, value }) => [name, value]));
  const withValue = new Set([
    ...given,
    ...authored.filter(({ value }) => value !== '').map(({ name }) => name),
  ]);
  const latest = new Map<string, number>();
  const kept = requests.filter((request) => request.kind === 'kept');
  return kept.map((source, index) => {
    const { request } = source;
    const inherited = request.auth === undefined ? variablesIn(auth ?? {}) : [];
    const used = new Set([...variablesNeededBy(request), ...inherited]);
    // Iterating a Set also visits members added during the iteration.
    for (const name of used) {
      variablesIn(values.get(name) ?? null).forEach((inner) => used.add(inner));
    }
    if (latest.has(SESSION)) {
      used.add(SESSION);
    }
    const takes = new Map([...used].map((name) => [name, latest.get(name)]));
    const keeps = new Set([...used].filter((name) => withValue.has(name) && !latest.has(name)));
    const names = [...extractedVariables(request), ...(setsSession(source) ? [SESSION] : [])];
    const gives = new Set(request.disabled === true ? [] : names);
    gives.forEach((name) => latest.set(name, index));
    return { source, gives, takes, keeps };
  });
}

/** The steps of a group that give a variable, in order. */
type Givers = (name: string, group: number | undefined) => readonly number[];

function giversOf({ steps, place }: Placed): Givers {
  const given = steps.flatMap(({ gives }, step) => [...gives].map((name) => [name, step] as const));
  const byName = new Map(
    [...groupPairs(given)].map(([name, all]) => [
      name,
      groupPairs(all.map((step) => [place[step], step] as const)),
    ]),
  );
  return (name, group) => byName.get(name)?.get(group) ?? [];
}

/** A variable that a step uses and another one gives. */
interface Use {
  readonly name: string;
  readonly taker: number;
  readonly giver: number;
}

function usesOf(steps: readonly Step[]): readonly Use[] {
  return steps.flatMap(({ takes }, taker) =>
    [...takes].flatMap(([name, giver]) => (giver === undefined ? [] : [{ name, taker, giver }])),
  );
}

/** Steps that several groups need, with those that these need, as long as they are few. */
function sharedSteps(placed: Placed, apart: ReadonlySet<number>): ReadonlySet<number> {
  const { steps, place } = placed;
  const uses = usesOf(steps);
  const takers = groupPairs(uses.map(({ giver, taker }) => [giver, place[taker]] as const));
  const wanted = [...takers]
    .map(([giver, groups]) => {
      const others = new Set(groups.filter((group) => group !== place[giver]));
      return { giver, groups: others };
    })
    .filter(({ groups }) => groups.size > 1)
    .sort((one, other) => other.groups.size - one.groups.size || one.giver - other.giver);
  const givers = giversOf(placed);
  const canShare = sharing(placed, givers, uses);
  /** With what steps need, and in a second attempt what else in their groups gives the same variables. */
  const completed = (some: Iterable<number>, others: boolean): ReadonlySet<number> => {
    const all = new Set(some);
    // Iterating a Set also visits members added during the iteration.
    for (const step of all) {
      const { takes, gives } = steps[step] ?? { takes: new Map<string, number>(), gives: new Set<string>() };
      const alike = others ? [...gives].flatMap((name) => givers(name, place[step])) : [];
      [...takes.values(), ...alike].forEach((one) => one !== undefined && all.add(one));
    }
    return all;
  };
  let shared: ReadonlySet<number> = new Set();
  let requiring: ReadonlySet<number | undefined> = new Set();
  for (const { giver, groups } of wanted) {
    const all = new Set([...requiring, ...groups]);
    // Groups that need another shared step would send this one for nothing.
    const isForMost = groups.size * 2 >= all.size;
    const more = [false, true]
      .map((others) => completed([...shared, giver], others))
      .find(
        (some) => some.size <= MOST_SHARED && [...some].every((one) => !apart.has(one)) && canShare(some),
      );
    if (isForMost && more !== undefined) {
      shared = more;
      requiring = all;
    }
  }
  return shared;
}

/** Tells whether steps can run before all groups, and every reference still takes its value from the same step. */
function sharing(
  { steps, place }: Placed,
  givers: Givers,
  uses: readonly Use[],
): (shared: ReadonlySet<number>) => boolean {
  const byName = groupPairs(uses.map((use) => [use.name, use]));
  return (shared) => {
    const names = new Set([...shared].flatMap((step) => [...(steps[step]?.gives ?? [])]));
    const lastOf = (name: string): number =>
      Math.max(...[...shared].filter((step) => steps[step]?.gives.has(name) === true));
    const takesTheSame = ({ name, taker, giver }: Use): boolean =>
      shared.has(taker) ||
      (shared.has(giver)
        ? giver === lastOf(name) &&
          !givers(name, place[taker]).some((step) => step < taker && !shared.has(step))
        : place[giver] === place[taker]);
    return [...names].every((name) => (byName.get(name) ?? []).every(takesTheSame));
  };
}

/** What the groups require, by their numbers. */
interface Links {
  /** Groups that have requests, in the order of their first ones, the shared one before the others. */
  readonly order: readonly number[];
  readonly requires: ReadonlyMap<number, readonly number[]>;
  readonly leftOut: ReadonlyMap<number, ReadonlySet<string>>;
}

function stepsByGroup({ steps, place }: Placed): ReadonlyMap<number, readonly Step[]> {
  return groupPairs(steps.map((step, index) => [place[index] ?? SHARED, step]));
}

function namesGiven(steps: readonly Step[]): readonly string[] {
  return steps.flatMap(({ gives }) => [...gives]);
}

function linksOf(placed: Placed, constants: ReadonlySet<string>): Links {
  const { steps, place } = placed;
  const members = stepsByGroup(placed);
  const order = [SHARED, ...members.keys()].filter(
    (group, position, all) => members.has(group) && all.indexOf(group) === position,
  );
  const used = new Set(steps.flatMap(({ gives, takes }) => [...gives, ...takes.keys()]));
  const ofShared = new Set(namesGiven(members.get(SHARED) ?? []));
  const linked = linkedGroupsOf(placed, order);
  const requires = new Map<number, readonly number[]>();
  const leftOut = new Map<number, ReadonlySet<string>>();
  /** What a group and those that it requires give. */
  const known = new Map<number, readonly string[]>();
  order.forEach((group, position) => {
    const own = members.get(group) ?? [];
    const needsShared = own.some(({ takes, keeps }) =>
      [...takes].some(
        ([name, giver]) =>
          ofShared.has(name) && (giver === undefined ? !keeps.has(name) : place[giver] === SHARED),
      ),
    );
    const previous = order.slice(0, position).findLast((one) => linked.get(one) === linked.get(group));
    const required = [
      ...(needsShared && group !== SHARED ? [SHARED] : []),
      ...(previous === undefined ? [] : [previous]),
    ];
    requires.set(group, required);
    const before = new Set(required.flatMap((one) => known.get(one) ?? []));
    const gives = namesGiven(own);
    known.set(group, [...before, ...gives]);
    const named = new Set([...gives, ...own.flatMap(({ takes }) => [...takes.keys()])]);
    const without = [...constants].filter(
      (name) => before.has(name) || !(named.has(name) || (position === 0 && !used.has(name))),
    );
    leftOut.set(group, new Set(without));
  });
  return { order, requires, leftOut };
}

/** Groups that need values of each other, directly or through others, by the first of them. */
function linkedGroupsOf({ steps, place }: Placed, order: readonly number[]): ReadonlyMap<number, number> {
  const linked = new Map(order.map((group) => [group, group]));
  for (const { taker, giver } of usesOf(steps)) {
    const [one, other] = [linked.get(place[taker] ?? SHARED), linked.get(place[giver] ?? SHARED)];
    if (one !== other && one !== undefined && other !== undefined && place[giver] !== SHARED) {
      linked.forEach((first, group) => first === one && linked.set(group, other));
    }
  }
  return linked;
}

/** A use that would take another value than in one chain: that of the step `seen`. */
interface Clash extends Use {
  readonly seen: number;
}

function clashesOf(
  placed: Placed,
  { requires, leftOut }: Links,
  constants: ReadonlySet<string>,
): readonly Clash[] {
  const { steps, place } = placed;
  const givers = giversOf(placed);
  const isConstantIn = (group: number, name: string): boolean =>
    constants.has(name) && leftOut.get(group)?.has(name) === false;
  /** What a variable has in a group before its first request: a step that gives it, or a constant. */
  const before = (name: string, group: number): number | undefined => {
    if (isConstantIn(group, name)) {
      return NO_STEP;
    }
    const required = (requires.get(group) ?? []).toReversed();
    const [found] = required.flatMap((one) => givers(name, one).at(-1) ?? before(name, one) ?? []);
    return found;
  };
  const kept = steps.flatMap(({ keeps }, taker) =>
    [...keeps].map((name) => ({ name, taker, giver: NO_STEP })),
  );
  return [...usesOf(steps), ...kept]
    .map((use) => {
      const group = place[use.taker] ?? SHARED;
      const own = givers(use.name, group).findLast((step) => step < use.taker);
      return { ...use, seen: own ?? before(use.name, group) ?? NO_STEP };
    })
    .filter(({ seen, giver }) => seen !== giver);
}

function linkedGroups(
  groups: readonly ChainGroup<KeptRequest>[],
  placed: Placed,
  { order, requires, leftOut }: Links,
): readonly LinkedGroup[] {
  const folders = new Map(groups.flatMap((group) => group.requests.map((one) => [one, group.folders])));
  const members = stepsByGroup(placed);
  return order.map((group) => {
    const requests = (members.get(group) ?? []).map(({ source }) => source);
    const isShared = group === SHARED;
    return {
      folders: isShared ? [] : commonFolders(requests.map((one) => folders.get(one) ?? [])),
      requests,
      isShared,
      requires: (requires.get(group) ?? []).map((one) => order.indexOf(one)),
      leftOut: leftOut.get(group) ?? new Set(),
    };
  });
}

/** The outer folders that all of some have in common. */
function commonFolders(all: readonly (readonly string[])[]): readonly string[] {
  const [first = []] = all;
  const differs = first.findIndex((folder, depth) => all.some((other) => other[depth] !== folder));
  return differs === -1 ? first : first.slice(0, differs);
}
