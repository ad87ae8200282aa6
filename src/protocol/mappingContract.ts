/**
 * What the editor and the review of an Auto Mapping may ask of each other.
 *
 * The page names proposals by the keys that the editor gave it, and choices by their position; what it ticks is its
 * own until it is applied. No value of an answer crosses the wire but the one that a proposal replaces.
 */
import type { VerdictKind } from '../core/mapping/review/verifyMappings';
import { call, type FunctionsOf } from './contract';
import { remedyCalls } from './remedyCalls';
import { repairCalls, type RepairView } from './repairContract';
import { index, list, object, text, trusted, type Value } from './schema';

/** What a review shows. */
interface MappingSubject {
  /** Names the chain; kept by the page so that it can be restored with the window. */
  readonly subject: string;
  readonly view: MappingView;
}

/** A proposal that the person agreed to, and the position of what was picked among its choices. */
export type PickedUse = Value<typeof pickedUse>;

const pickedUse = object({ key: text(), choice: index });

/** A chain under review. */
export type MappingView = (
  | UnansweredView
  /** The person stopped it. */
  | { readonly kind: 'stopped'; readonly chain: string }
  | ReviewView
) & {
  /** The last repair of the chain; absent before the first, and after the person discarded it. */
  readonly repair?: RepairView;
};

/** A chain without responses; a workspace that is not trusted cannot run it. */
interface UnansweredView {
  readonly kind: 'no-result';
  readonly chain: string;
  /** Whether it was run, and nothing answered. */
  readonly isRun: boolean;
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
  /** What requests speak of, in the order of the chain. */
  readonly things: readonly MappingThing[];
  /** Objects that are sent again as a whole. */
  readonly copies: readonly ShownCopy[];
  /** Requests that can be one with a loop. */
  readonly loops: readonly ShownLoop[];
  /** Values that differ in the second recording, and can be columns of rows of data. */
  readonly columns: readonly ShownColumn[];
  /** Files of the chains that require or run this one, which they could not with columns; absent when there are none. */
  readonly usedBy?: readonly string[];
}

/** A value that was typed, and what making it a column would change. */
export interface ShownColumn {
  readonly key: string;
  readonly variable: string;
  /** As JSON, of each recording. */
  readonly values: readonly string[];
  readonly uses: readonly { readonly request: NamedRequest; readonly place: string }[];
}

/** Requests that are the same but for the items of a list, and what writing them as one would change. */
export interface ShownLoop {
  readonly key: string;
  /** The variable of the list, and that of an item. */
  readonly variable: string;
  readonly item: string;
  readonly source: NamedRequest;
  /** Where the list is in the answer: `body $.items[*].id`. */
  readonly place: string;
  /** What the source's request gets, as JSON. */
  readonly extraction: string;
  /** The request that stays. */
  readonly request: NamedRequest;
  /** Its place with the item, as JSON, and its loop. */
  readonly after: string;
  readonly loop: string;
  readonly removed: readonly NamedRequest[];
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
interface DroppedExtraction {
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

/** An order, a token: what a recorded value identifies, and the places that send it. */
export interface MappingThing {
  /** Identifies it in this chain; says no value. */
  readonly key: string;
  /** Words for what it is: `order`, `access token`. */
  readonly noun: string;
  /** The recorded value that identifies it; secrets masked. */
  readonly value: string;
  /** The request whose answer has it first. */
  readonly source: NamedRequest;
  /** Whether that request creates it. */
  readonly isCreated: boolean;
  /** By the variable and its source; never empty. */
  readonly groups: readonly MappingGroup[];
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
  /** Why it says nothing new; absent for a live source. */
  readonly notLive?: NotLive;
  /** The text before and after, secrets masked, what does not change shortened. */
  readonly before: string;
  readonly after: string;
}

/** A source whose own request sends the recorded value. */
export interface NotLive {
  readonly request: NamedRequest;
  /** Where the request sends it: `path segment 2`. */
  readonly place: string;
}

/** Proposals that are decided about at once; more than any chain has. */
const most = 100_000;

/** What the editor and a review may ask of each other. */
export const mappingContract = {
  editor: {
    ...remedyCalls,
    /** The page has loaded and wants to know what it shows. */
    ready: call([], trusted<MappingSubject>()),
    /** Changes the chain so that these places refer to what is extracted; gives how many do now. */
    apply: call([list(pickedUse, { most })], trusted<number>()),
    /** Makes a place that was applied take another source; gives how many places do. */
    takeInstead: call([pickedUse], trusted<number>()),
    /** Makes the chain extract these variables, which were guessed by names; gives how many it extracts now. */
    applyGuesses: call([list(text(), { most })], trusted<number>()),
    /** Makes the chain take an object whole; gives how many places refer to it now. */
    applyCopy: call([text()], trusted<number>()),
    /** Makes a value a column of rows of data; gives how many places refer to it now. */
    applyColumn: call([text()], trusted<number>()),
    /** Writes requests as one with a loop; gives how many places refer to its item now. */
    applyLoop: call([text()], trusted<number>()),
    /** Remembers that these proposals are wrong. */
    reject: call([list(text(), { most })]),
    /** Forgets that these proposals were rejected. */
    restore: call([list(text(), { most })]),
    /** Shows a request in its chain file. */
    reveal: call([text()]),
    /** Shows the results of the last run, which say why nothing answered. */
    showResults: call([]),
    /** Runs the chain, whose result is mapped then. */
    runAll: call([]),
    /** Reads the last result again. */
    again: call([]),
    /** Asks for a second recording to hold the proposals against. */
    verify: call([]),
    /** Forgets the second recording. */
    unverify: call([]),
    ...repairCalls,
  },
  page: {
    /** The chain or what is known about it has changed. */
    show: call([trusted<MappingView>()]),
  },
};

/** What the review may ask the editor. */
export type MappingEditor = FunctionsOf<typeof mappingContract.editor>;
/** Calls and notifications from the editor to the review. */
export type MappingPage = FunctionsOf<typeof mappingContract.page>;
