/**
 * The state of a review: the proposals, and what the person has decided about them so far. One reducer; what is
 * ticked and what is applied are computed from these.
 *
 * A proposal that nobody touched is ticked when it is sure, so that a text that changes meanwhile does not undo what
 * the person did. A thing that nobody touched is folded when all of it is sure.
 */
import { defined } from '../../src/core/defined';
import type {
  MappingThing,
  MappingUse,
  MappingView,
  NotLive,
  PickedUse,
  ReviewView,
  ShownChoice,
  ShownGuess,
} from '../../src/protocol/mappingContract';
import type { RemoteErrorCode } from '../../src/protocol/message';

/** Everything the review renders from. */
export interface MappingState {
  /** Absent until the editor has answered. */
  readonly view?: MappingView;
  /** What the person ticked or cleared, by key. */
  readonly ticks: ReadonlyMap<string, boolean>;
  /** Things that the person folded, and those that were unfolded, by key. */
  readonly unfolded: ReadonlyMap<string, boolean>;
  /** Sources that the person chose, by key; the suggested one is 0. */
  readonly choices: ReadonlyMap<string, number>;
  /** Percent from which on proposals are ticked. */
  readonly threshold: number;
  /** How many places were changed last. */
  readonly applied?: number;
  /** Why the last action did not work. */
  readonly problem?: string;
  /** What kind of problem that is; absent when nothing on the page leads out of it. */
  readonly problemCode?: RemoteErrorCode;
}

/** What can happen to the review. */
export type MappingAction =
  | { readonly type: 'shown'; readonly view: MappingView }
  | { readonly type: 'ticked'; readonly keys: readonly string[]; readonly isTicked: boolean }
  | { readonly type: 'unfolded'; readonly keys: readonly string[]; readonly isUnfolded: boolean }
  | { readonly type: 'guess-ticked'; readonly variable: string; readonly isTicked: boolean }
  | { readonly type: 'threshold-moved'; readonly percent: number }
  | { readonly type: 'source-chosen'; readonly key: string; readonly choice: number }
  | { readonly type: 'applied'; readonly places: number }
  | { readonly type: 'again' }
  | { readonly type: 'action-failed'; readonly message: string; readonly code?: RemoteErrorCode }
  | { readonly type: 'problem-dismissed' };

/** The review before the editor has said anything. */
export const initialState: MappingState = {
  ticks: new Map(),
  unfolded: new Map(),
  choices: new Map(),
  threshold: 90,
};

/** The state after an action. */
export function reduceMapping(state: MappingState, action: MappingAction): MappingState {
  switch (action.type) {
    case 'shown':
      // An action that failed has the view refreshed as well; why it failed stays until the next action.
      return { ...(state.view === undefined ? withoutProblem(state) : state), view: action.view };
    case 'ticked':
      return withTicks(
        state,
        action.keys.map((key) => [key, action.isTicked]),
      );
    case 'unfolded':
      return {
        ...state,
        unfolded: new Map([
          ...state.unfolded,
          ...action.keys.map((key) => [key, action.isUnfolded] as const),
        ]),
      };
    case 'guess-ticked':
      return withTicks(state, [[guessKey(action.variable), action.isTicked]]);
    case 'threshold-moved':
      return withThreshold(state, action.percent);
    case 'source-chosen':
      return { ...state, choices: new Map([...state.choices, [action.key, action.choice]]) };
    case 'applied':
      return { ...state, applied: action.places };
    case 'again':
      return { ...initialState, threshold: state.threshold };
    case 'action-failed':
      return { ...withoutProblem(state), problem: action.message, ...defined({ problemCode: action.code }) };
    case 'problem-dismissed':
      return withoutProblem(state);
  }
}

/** The uses of a review that the person may tick, or those that were rejected. */
export function usesOf({ things }: ReviewView, which: 'open' | 'rejected'): readonly MappingUse[] {
  return things.flatMap(usesIn).filter(({ isRejected }) => isRejected === (which === 'rejected'));
}

/** The places of a thing. */
export function usesIn({ groups }: Pick<MappingThing, 'groups'>): readonly MappingUse[] {
  return groups.flatMap(({ uses }) => uses);
}

/** The things with their open uses; those without any are left out. */
export function openThings({ things }: ReviewView): readonly MappingThing[] {
  return things.flatMap((thing) => {
    const groups = thing.groups.flatMap((group) => {
      const uses = group.uses.filter(({ isRejected }) => !isRejected);
      return uses.length === 0 ? [] : [{ ...group, uses }];
    });
    return groups.length === 0 ? [] : [{ ...thing, groups }];
  });
}

/** Whether the places of a thing are seen: unless the person folded it, those that need a decision are. */
export function isUnfolded({ unfolded }: Pick<MappingState, 'unfolded'>, thing: MappingThing): boolean {
  return (
    unfolded.get(thing.key) ??
    usesIn(thing).some(({ isSure, verdict }) => !isSure || verdict?.kind === 're-aimed')
  );
}

/** What the tick of a thing shows, and what it does. */
export interface ThingTick {
  readonly ticked: number;
  /** `off` where nothing is ticked, and nothing is sure enough to be ticked with the others. */
  readonly look: 'all' | 'some' | 'none' | 'off';
  /** What using it changes: all that is sure is ticked, or, when that is done, everything cleared. */
  readonly next: Pick<MappingAction & { readonly type: 'ticked' }, 'keys' | 'isTicked'>;
}

/** The tick of a thing. */
export function tickOf(state: Pick<MappingState, 'ticks'>, thing: MappingThing): ThingTick {
  const uses = usesIn(thing);
  const ticked = uses.filter((use) => isTicked(state, use));
  const safe = uses.filter((use) => use.isSure && !isTicked(state, use));
  return {
    ticked: ticked.length,
    look: lookOfTick(ticked.length, uses.length, safe.length),
    next: { keys: (safe.length > 0 ? safe : ticked).map(({ key }) => key), isTicked: safe.length > 0 },
  };
}

function lookOfTick(ticked: number, all: number, safe: number): ThingTick['look'] {
  if (ticked === 0) {
    return safe === 0 ? 'off' : 'none';
  }
  return ticked === all ? 'all' : 'some';
}

/** Why sources of a thing are not live, as they are chosen: each reason once. */
export function notLiveReasons(
  state: Pick<MappingState, 'choices'>,
  thing: MappingThing,
): readonly NotLive[] {
  const reasons = usesIn(thing).flatMap((use) => choiceOf(state, use).choice?.notLive ?? []);
  return [...new Map(reasons.map((one) => [JSON.stringify([one.request.id, one.place]), one])).values()];
}

/** Whether a use will be applied. */
export function isTicked(
  { ticks }: Pick<MappingState, 'ticks'>,
  { key, isSure, isRejected }: MappingUse,
): boolean {
  return !isRejected && (ticks.get(key) ?? isSure);
}

/** Whether a guess will be applied: only where the person said so. */
export function isGuessTicked({ ticks }: Pick<MappingState, 'ticks'>, { variable }: ShownGuess): boolean {
  return ticks.get(guessKey(variable)) === true;
}

/** No key of a proposal looks like it: those are JSON. */
function guessKey(variable: string): string {
  return `guess ${variable}`;
}

/** The source that a use takes, and its position. */
export function choiceOf(
  { choices }: Pick<MappingState, 'choices'>,
  use: MappingUse,
): { readonly choice: ShownChoice | undefined; readonly index: number } {
  const wanted = choices.get(use.key) ?? 0;
  const index = use.choices[wanted] === undefined ? 0 : wanted;
  return { choice: use.choices[index], index };
}

/** What the person agreed to. */
export function picksOf(state: MappingState): readonly PickedUse[] {
  return state.view?.kind === 'review'
    ? usesOf(state.view, 'open')
        .filter((use) => isTicked(state, use))
        .map((use) => ({ key: use.key, choice: choiceOf(state, use).index }))
    : [];
}

/** `96 %`. */
export function percentText(confidence: number): string {
  return `${Math.floor(confidence * 100)} %`;
}

function withTicks(state: MappingState, ticks: readonly (readonly [string, boolean])[]): MappingState {
  const { applied: _told, ...rest } = state;
  return { ...rest, ticks: new Map([...state.ticks, ...ticks]) };
}

function withThreshold(state: MappingState, percent: number): MappingState {
  const uses = state.view?.kind === 'review' ? usesOf(state.view, 'open') : [];
  return {
    ...withTicks(
      state,
      uses.map((use) => [use.key, isFrom(choiceOf(state, use).choice, percent)]),
    ),
    threshold: percent,
  };
}

/** Whether a source is live, and at least so sure. */
function isFrom(choice: ShownChoice | undefined, percent: number): boolean {
  return choice !== undefined && choice.notLive === undefined && choice.confidence * 100 >= percent;
}

function withoutProblem({ problem: _gone, problemCode: _code, ...state }: MappingState): MappingState {
  return state;
}
