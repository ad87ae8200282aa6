/**
 * What a review may ask about a repair of its chain, and what it shows of one. All of it is the editor's: the page names
 * nothing, and no value of an answer crosses the wire but those that the chain states.
 */
import type { Attempt, RepairReport } from '../core/mapping/repair/repairReport';
import { call } from './contract';

/** A repair of a chain that is under way, or over. */
export type RepairView = RunningRepair | DoneRepair;

/** A repair that sends requests. */
interface RunningRepair {
  readonly kind: 'running';
  /** The last trial; absent before the first. */
  readonly trial?: {
    readonly number: number;
    /** `List items, path segment 2 takes basketId, body $.basket.id of Create basket`. */
    readonly words: string;
  };
}

/** What a repair found. */
export interface DoneRepair extends Pick<RepairReport, 'trials'> {
  readonly kind: 'done';
  readonly outcome: Exclude<RepairReport['outcome'], 'cancelled'>;
  readonly comparedWith: ComparedSession;
  /**
   * What the chain is by now: `before` the changes, with the changes `applied`, or another one, to which they can no
   * longer be applied.
   */
  readonly chain: 'before' | 'applied' | 'changed';
  readonly changes: readonly ShownRepairChange[];
  /** Requests that failed. */
  readonly decisions: readonly ShownDecision[];
  /** Requests that were accepted, and answered in another way than recorded. */
  readonly remarks: readonly ShownDecision[];
  /** Places that send a recorded value although the run has another one. */
  readonly stale: readonly string[];
  /** Places that send recorded ids which nothing explains. */
  readonly unexplained: readonly string[];
}

/** How the chain went when it went well. */
export type ComparedSession =
  | {
      /** A run, or responses that were recorded elsewhere. */
      readonly kind: 'run' | 'recorded';
      /** ISO 8601. */
      readonly startedAt: string;
    }
  | { readonly kind: 'file'; readonly name: string };

/** A change of the chain. */
export interface ShownRepairChange {
  /** The request whose place it is. */
  readonly request: RepairedRequest;
  /** `path segment 2`. */
  readonly place: string;
  /** `basketId, body $.basket.id of Create basket`. */
  readonly takes: string;
  /** `before: answered with 404 instead of 200`. */
  readonly why: string;
  /** Absent for a credential, and for what is new. */
  readonly before?: string;
  readonly after: string;
}

/** A request that differs from the recording. */
export interface ShownDecision {
  readonly request: RepairedRequest;
  readonly words: string;
  readonly proposals: readonly { readonly text: string; readonly tried?: Attempt['outcome'] }[];
}

interface RepairedRequest {
  readonly id: string;
  readonly name: string;
}

/** What a review may ask about repairs. */
export const repairCalls = {
  /** Runs the chain and repairs it, after the person has agreed to what is sent. */
  repair: call([]),
  /** Ends the repair that is under way, if any. */
  cancelRepair: call([]),
  /** Changes the chain as the last repair proposes. */
  applyRepair: call([]),
  /** Compares the chain with what the last repair proposes. */
  compareRepair: call([]),
  /** Forgets the last repair. */
  discardRepair: call([]),
};
