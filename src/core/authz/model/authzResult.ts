/**
 * What an authorization run says while it goes and leaves behind: plain JSON data that every consumer shows
 * (editor, command line, reports) and that `authz replay` judges again.
 *
 * No data of users is in it: evidence names places and fingerprints of values, bodies are left out unless a
 * person asked for their beginning, and credentials are masked.
 */
import type { RecordedExchange, RequestReference } from '../../result/result';
import type { Cell, MatrixPlan } from './cell';
import type { MatrixUser } from './matrix';
import type { Exploitability } from './exploitability';
import type { OutcomeClass, Signals } from './verdict';

/** Everything a run left. */
export interface AuthzResult {
  readonly formatVersion: 1;
  readonly kind: 'authz';
  readonly matrix: { readonly file: string; readonly name: string };
  readonly environment?: string;
  /** The description that answers were compared with, as the person who ran named it; absent without one. */
  readonly description?: string;
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  readonly durationMs: number;
  /** Of the planted texts; the same seed plants the same ones. */
  readonly seed: string;
  readonly outcome: 'finished' | 'cancelled';
  readonly users: readonly {
    readonly name: string;
    readonly role: string;
    /** Absent when the user has none. */
    readonly attributes?: MatrixUser['attributes'];
  }[];
  /** In the order of the plan. */
  readonly cells: readonly CellResult[];
  /** Fingerprints of the cells of the matrix that the person who ran did not ask for; absent when all were asked. */
  readonly unselected?: readonly string[];
  readonly undeclared: MatrixPlan['undeclared'];
  readonly requests: RequestCounts;
  /** What the run created and could not delete. */
  readonly leftovers: readonly Leftover[];
  /** Exchanges that cells refer to by their index. */
  readonly exchanges: readonly AuthzExchange[];
  /** Facts about the whole run. Whole sentences. */
  readonly notes: readonly string[];
}

/** The cost of a run and its limits. */
interface RequestCounts {
  readonly sent: number;
  /** Of those, the ones whose method may change something. */
  readonly mutations: number;
  /** The strict formula of the specification (section 2.8) with calibration and volatility: a measure, no limit. */
  readonly strict: number;
}

/** An object that is or may be still there, or not what it was. */
export interface Leftover {
  readonly resource: string;
  readonly owner: string;
  /** Values of the identifying variables as JSON text. */
  readonly ids: Readonly<Record<string, string>>;
  readonly reason: string;
  /** The request that deletes it as its owner, or the command that looks for it; absent when nothing is known to undo it. */
  readonly undo?: string;
  /** True for what was there before the run and may not be what it was. */
  readonly changed?: true;
  /** What `resource` names is an operation that concerns no object, and the owner is who carried it out. */
  readonly carriedOut?: true;
}

/** A cell and its verdict. */
export interface CellResult {
  readonly cell: Cell;
  readonly signals?: Signals;
  readonly class: OutcomeClass;
  /** Present when a waiver replaced the class that the signals give. */
  readonly waived?: { readonly class: OutcomeClass; readonly reason: string; readonly expires: string };
  /** Why, most important first. Whole sentences. */
  readonly reasons: readonly string[];
  readonly steps: readonly CellStep[];
  readonly leaks: readonly LeakEvidence[];
  readonly changes: readonly StateChange[];
  readonly secondary: readonly SecondaryFinding[];
  /** Why a control failed. Whole sentences. */
  readonly controlFailure?: string;
  /** Why the attack has no answer. Whole sentences. */
  readonly attackFailure?: string;
  /** What to name in the matrix to make a leak detectable; present when nothing identifies one. */
  readonly fieldToMark?: FieldToMark;
  /** How hard it is to come by the identifiers that were attacked; says nothing about the verdict. */
  readonly exploitability?: Exploitability;
  /** Of roles, path template and places: a renamed user or a moved line changes nothing. */
  readonly fingerprint: string;
}

/** A field of a resource that could tell whose object an answer shows. */
export interface FieldToMark {
  readonly under: 'canary' | 'marker';
  /** JSONPath, or the name of a field of a form. */
  readonly path: string;
}

/** Steps of the procedure (specification §2.2). */
export type StepKind =
  | 'login'
  | 'create'
  | 'owner-read'
  | 'owner-control'
  | 'caller-control'
  | 'calibration'
  | 'attack'
  | 'liveness'
  | 'after-read'
  | 'self-check'
  | 'probe'
  | 'restore'
  | 'teardown';

/** One request on the way to a verdict. */
export interface CellStep {
  readonly step: StepKind;
  /** Index into {@link AuthzResult.exchanges}. */
  readonly exchange: number;
}

/** A request that was sent, or why it was not. */
export interface AuthzExchange {
  readonly user: string;
  readonly request: RequestReference;
  /** Masked; bodies of answers are empty unless they were asked for. Absent when nothing was sent. */
  readonly exchange?: RecordedExchange;
  /** Why no answer was received. */
  readonly failure?: string;
  /** The value without which it was not sent; absent when another reason came first. */
  readonly lacks?: LackedValue;
}

/** A value that a request needs and nothing gives. */
export interface LackedValue {
  readonly variable: string;
  /** Name of the secret that has no value; absent when the variable is something else. */
  readonly secret?: string;
}

/** Where data of the owner was found. */
export interface LeakEvidence<Text = string> {
  /** Where in the answer: `header X-Debug`, `body /order/note`, `body` when it is not JSON. */
  readonly found: Text;
  /** Which value of the owner's: the planted text, or where it is in the owner's own view: `/customer`. */
  readonly value: Text;
  /** Its first four characters; empty for credentials. */
  readonly begins: string;
  /** The first 16 hexadecimal digits of its SHA-256; empty for credentials. */
  readonly sha256: string;
  /** How it was written: plain or in an encoding. */
  readonly encoding: 'plain' | 'json' | 'html' | 'percent' | 'base64' | 'hex' | 'utf16';
}

/** A difference in the owner's view of an object before and after an attack. */
export interface StateChange<Text = string> {
  /** JSON pointer into the owner's view; `status` when the answer itself is another; empty for the whole body. */
  readonly path: Text;
  /** At most 60 characters of JSON text, planted texts as they are and everything else of users as `…`. Absent when there was none. */
  readonly before?: string;
  readonly after?: string;
}

/** A finding in addition to the verdict. */
export interface SecondaryFinding {
  readonly code: 'EXISTENCE_ORACLE' | 'WRONG_401' | 'CACHE_HIT';
  readonly message: string;
}

/** Progress of a run, in order. */
export type AuthzEvent =
  | { readonly type: 'authz-started'; readonly plan: MatrixPlan; readonly startedAt: string }
  /** Something that no cell does by itself, such as signing users in. */
  | { readonly type: 'authz-preparing'; readonly message: string }
  | { readonly type: 'cell-started'; readonly id: string }
  /** Exchanges are in the result, which comes last. */
  | { readonly type: 'cell-finished'; readonly result: CellResult }
  | { readonly type: 'authz-finished'; readonly result: AuthzResult };
