/** The input of a repair, its progress, and its outcome. */
import type { ExecutionResult, RequestResult } from '../../result/result';
import type { RunMemory } from '../../run/runStep';
import type { Aim } from './aimPlaces';
import type { CarriedPlace } from './carriedPlaces';
import type { PlaceRepair } from './changedPlaces';
import type { RunDifference } from './compareRun';
import type { Generation } from './generatedValues';
import type { UnexplainedPlace } from './unexplainedPlaces';

/** A change that may explain a difference. */
export type Candidate = Aim | Generation;

/** A part of a chain to run. */
export interface ChainPart {
  readonly text: string;
  /** Where to begin; absent for all, from nothing. */
  readonly rest?: ChainRest;
  /** Whether requests that are not idempotent are sent once, whatever they or required chains say of retries. */
  readonly isSentOnce: boolean;
  /** Whether nothing is to be sent after a request of the chain itself. */
  readonly stopsAfter: (result: RequestResult) => boolean;
}

/** The last part of a chain. */
export interface ChainRest {
  /** Id of its first request. */
  readonly from: string;
  /** Ids of requests before that which come again. */
  readonly again: readonly string[];
  /** What an earlier run left, which this one begins with. */
  readonly known: RunMemory;
}

/** The run of a part of a chain. */
export interface PartRun {
  readonly result: ExecutionResult;
  readonly memory: RunMemory;
}

/** What a repair needs. */
export interface RepairPorts {
  readonly run: (part: ChainPart) => Promise<PartRun>;
  readonly signal: AbortSignal;
}

/** How far a repair may go. */
export interface RepairLimits {
  /** Runs with a change, whether it helped or not. */
  readonly maxTrials: number;
  /** Whether requests that are not idempotent may be sent again. */
  readonly allowMutations: boolean;
}

/** The progress of a repair. */
export type RepairEvent =
  | { readonly type: 'differs'; readonly difference: RunDifference }
  | { readonly type: 'trial'; readonly number: number; readonly candidate: Candidate };

/** A change that was thought of, and why it is not part of the repaired chain. */
export interface Attempt {
  readonly candidate: Candidate;
  /**
   * `failed`: it was tried; `mutation`: it would send a request again that is not idempotent; `limit`: all trials were
   * used.
   */
  readonly outcome: 'failed' | 'mutation' | 'limit';
}

/** A request that still differs, and what was thought of. */
export interface OpenDifference {
  readonly difference: RunDifference;
  readonly attempts: readonly Attempt[];
}

/** The outcome of a repair. */
export interface RepairReport {
  /** `green`: every request went as recorded; `stopped`: a server did not answer. */
  readonly outcome: 'green' | 'open' | 'stopped' | 'cancelled';
  readonly text: string;
  readonly places: readonly PlaceRepair[];
  readonly generated: readonly Generation[];
  /** Requests that failed, in the order of the chain. */
  readonly failures: readonly OpenDifference[];
  /** Requests that passed with an answer that is not as recorded. */
  readonly remarks: readonly OpenDifference[];
  /** Places that state the recorded value although the run has another one for it. */
  readonly stale: readonly CarriedPlace[];
  /** Places that send recorded ids which nothing explains, and which the server accepted. */
  readonly unexplained: readonly UnexplainedPlace[];
  readonly trials: number;
}
