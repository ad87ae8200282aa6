/**
 * What the editor and the review of an Auto Mapping may ask of each other.
 *
 * The page names proposals by the keys that the editor gave it, and choices by their position; what it ticks is its
 * own until it is applied. No value of an answer crosses the wire but the one that a proposal replaces.
 */
import type { VerdictKind } from '../core/mapping/review/verifyMappings';
import type { Guards } from './channel';
import { hasMembers, isIndex, isNothing, isText, tuple } from './guards';

/** What the review may ask the editor. */
export interface MappingEditor {
  /** The page has loaded and wants to know what it shows. */
  ready: () => MappingSubject;
  /** Changes the chain so that these places refer to what is extracted; gives how many do now. */
  apply: (picks: readonly PickedUse[]) => number;
  /** Makes a place that was applied take another source; gives how many places do. */
  takeInstead: (pick: PickedUse) => number;
  /** Makes the chain extract these variables, which were guessed by names; gives how many it extracts now. */
  applyGuesses: (variables: readonly string[]) => number;
  /** Makes the chain take an object whole; gives how many places refer to it now. */
  applyCopy: (key: string) => number;
  /** Remembers that these proposals are wrong. */
  reject: (keys: readonly string[]) => void;
  /** Forgets that these proposals were rejected. */
  restore: (keys: readonly string[]) => void;
  /** Shows a request in its chain file. */
  reveal: (request: string) => void;
  /** Runs the chain, whose result is mapped then. */
  runAll: () => void;
  /** Reads the last result anew. */
  again: () => void;
  /** Asks for a second recording to hold the proposals against. */
  verify: () => void;
  /** Forgets the second recording. */
  unverify: () => void;
}

/** What the editor tells the review. */
export interface MappingPage {
  /** The chain or what is known of it has become another one. */
  show: (view: MappingView) => void;
}

/** What a review shows. */
export interface MappingSubject {
  /** Names the chain; kept by the page so that it can be restored with the window. */
  readonly subject: string;
  readonly view: MappingView;
}

/** A proposal that the person agreed to. */
export interface PickedUse {
  readonly key: string;
  /** Position among its choices. */
  readonly choice: number;
}

/** A chain under review. */
export type MappingView =
  | UnansweredView
  /** The person stopped it. */
  | { readonly kind: 'stopped'; readonly chain: string }
  | ReviewView;

/** A chain without a result; a workspace that is not trusted cannot run it. */
export interface UnansweredView {
  readonly kind: 'no-result';
  readonly chain: string;
  readonly trusted: boolean;
  /** What names alone make one think, in the order of the variables; never ticked unless the person does. */
  readonly guesses: readonly ShownGuess[];
}

/** A variable that nothing gives a value, and the request that may. */
export interface ShownGuess {
  readonly variable: string;
  readonly source: NamedRequest;
  /** What the source's request gets, as JSON. */
  readonly extraction: string;
  /** From 0 to 1. */
  readonly confidence: number;
  /** Why, as a sentence without its stop. */
  readonly reason: string;
}

/** Proposals to decide about. */
export interface ReviewView {
  readonly kind: 'review';
  readonly chain: string;
  /** Whether the responses are of a run, or were recorded elsewhere. */
  readonly source: 'run' | 'recorded';
  /** When the responses came: ISO 8601. */
  readonly startedAt: string;
  /** Requests with responses. */
  readonly answered: number;
  /** What a run says of what was applied; absent before there was one. */
  readonly trial?: Trial;
  /** What the proposals were held against; absent when nothing was. */
  readonly verification?: Verification;
  /** By the variable and its source, in the order of the chain. */
  readonly groups: readonly MappingGroup[];
  /** Objects that are sent again as a whole. */
  readonly copies: readonly ShownCopy[];
}

/** An object of an answer that later requests write out, and what taking it whole would change. */
export interface ShownCopy {
  readonly key: string;
  readonly variable: string;
  readonly source: NamedRequest;
  /** Where in the answer: `body $.address`. */
  readonly place: string;
  /** Its members: `street, city, note`. */
  readonly members: string;
  /** What the source's request gets, as JSON. */
  readonly extraction: string;
  /** What to think of before it is used. */
  readonly warnings: readonly string[];
  readonly uses: readonly { readonly request: NamedRequest; readonly place: string }[];
}

/** A run of the chain after mappings were applied. */
export interface Trial {
  /** ISO 8601. */
  readonly startedAt: string;
  /** In the order of the chain; values are not among the words. */
  readonly places: readonly TriedPlace[];
}

/** An applied place, and the verdict of the run. */
export interface TriedPlace {
  readonly request: NamedRequest;
  readonly place: string;
  readonly variable: string;
  readonly verdict: ShownVerdict;
  /** Sources to take instead, where the run rejected this one. */
  readonly others: readonly OtherSource[];
}

/** A source that may have been meant. */
export interface OtherSource {
  readonly pick: PickedUse;
  /** `body $.id of Create order`. */
  readonly words: string;
  /** What is not extracted any more then, as nothing else refers to it; absent when all is. */
  readonly drops?: DroppedExtraction;
}

/** An extraction that goes away. */
export interface DroppedExtraction {
  /** Name of the request that has it. */
  readonly from: string;
  /** As JSON. */
  readonly extraction: string;
}

/** A second session, and what it said. */
export interface Verification {
  /** Name of the recording's file. */
  readonly recording: string;
  /** `5 confirmed, 1 re-aimed`; empty when there is nothing left to say it of. */
  readonly summary: string;
}

/** A variable, where it comes from, and the places that could take it. */
export interface MappingGroup {
  readonly variable: string;
  readonly source: NamedRequest;
  /** Where in the answer: `body $.id`. */
  readonly place: string;
  /** A summary of everything known, as a sentence. */
  readonly summary: string;
  /** What the source's request gets, as JSON; absent when it extracts the value already. */
  readonly extraction?: string;
  /** What to think of before it is used. */
  readonly warnings: readonly string[];
  readonly uses: readonly MappingUse[];
}

/** A request of the chain as people know it. */
export interface NamedRequest {
  readonly id: string;
  readonly name: string;
}

/** A place that could refer to a variable. */
export interface MappingUse {
  readonly key: string;
  readonly request: NamedRequest;
  /** `path segment 2`, `header X-CSRF-Token`. */
  readonly place: string;
  /** Sure enough to be ticked unless the person objects. */
  readonly isSure: boolean;
  readonly isRejected: boolean;
  /** The verdict of a second session. */
  readonly verdict?: ShownVerdict;
  /** The suggested source first; never empty. */
  readonly choices: readonly ShownChoice[];
}

/** What a second session says of a place. */
export interface ShownVerdict {
  readonly kind: VerdictKind;
  /** `confirmed`, `re-aimed, not body $.basketId of Create user`. */
  readonly words: string;
}

/** A source, and what taking the value from it would change. */
export interface ShownChoice {
  readonly variable: string;
  /** `body $.id of Create order`. */
  readonly words: string;
  /** From 0 to 1. */
  readonly confidence: number;
  /** Parts of a sentence, most important first. */
  readonly reasons: readonly string[];
  /** The text before and after, secrets masked, what does not change shortened. */
  readonly before: string;
  readonly after: string;
}

/** Proposals that are decided about at once; more than any chain has. */
const MAX_PICKS = 100_000;

/** How the calls of {@link MappingEditor} are recognised. */
export const mappingEditorGuards: Guards<MappingEditor> = {
  ready: { takes: tuple<[]>(), gives: isSubject },
  apply: { takes: tuple<[readonly PickedUse[]]>(isPicks), gives: isIndex },
  takeInstead: { takes: tuple<[PickedUse]>(isPick), gives: isIndex },
  applyGuesses: { takes: tuple<[readonly string[]]>(isKeys), gives: isIndex },
  applyCopy: { takes: tuple<[string]>(isText), gives: isIndex },
  reject: { takes: tuple<[readonly string[]]>(isKeys), gives: isNothing },
  restore: { takes: tuple<[readonly string[]]>(isKeys), gives: isNothing },
  reveal: { takes: tuple<[string]>(isText), gives: isNothing },
  runAll: { takes: tuple<[]>(), gives: isNothing },
  again: { takes: tuple<[]>(), gives: isNothing },
  verify: { takes: tuple<[]>(), gives: isNothing },
  unverify: { takes: tuple<[]>(), gives: isNothing },
};

/** How the calls of {@link MappingPage} are recognised. */
export const mappingPageGuards: Guards<MappingPage> = {
  show: { takes: tuple<[MappingView]>(isView), gives: isNothing },
};

function isSubject(value: unknown): value is MappingSubject {
  return hasMembers(value, ['subject', 'view']) && 'view' in value && isView(value.view);
}

function isView(value: unknown): value is MappingView {
  if (!hasMembers(value, ['kind', 'chain']) || !('kind' in value)) {
    return false;
  }
  switch (value.kind) {
    case 'review':
      return hasMembers(value, ['groups', 'copies', 'source']);
    case 'no-result':
      return hasMembers(value, ['trusted', 'guesses']);
    default:
      return isText(value.kind);
  }
}

function isPicks(value: unknown): value is readonly PickedUse[] {
  return Array.isArray(value) && value.length <= MAX_PICKS && value.every(isPick);
}

function isPick(value: unknown): value is PickedUse {
  return (
    hasMembers(value, ['key', 'choice']) &&
    'key' in value &&
    isText(value.key) &&
    'choice' in value &&
    isIndex(value.choice)
  );
}

function isKeys(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.length <= MAX_PICKS && value.every(isText);
}
