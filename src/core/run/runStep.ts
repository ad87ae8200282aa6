/**
 * One request in its run, and what the whole run shares: ports, settings, and the one changing state.
 */
import { defined } from '../defined';
import type { OriginPolicy } from '../permission/admission';
import type { BuiltInPorts } from '../prepare/builtIns';
import type { Secret, SecretSource } from '../permission/secret';
import type { ExchangePorts } from './exchange';
import type { DataRow } from '../data/dataTable';
import type { JsonValue } from '../json/json';
import type { Environment } from '../model';
import { requiredOf, type LoadedChain, type PlanItem, type RunPlan } from './plan';
import type { ApiDescription } from '../openapi/namedDescription';
import type { CookieJar, Files, Random } from '../ports';
import type { LongRules } from './longRules';
import type { LearnedSecrets, Sensitive } from '../permission/sensitive';
import type { ScopedValue } from '../prepare/scopedValue';
import type { Remedies } from '../remedies';
import type { RequestReference, RunRow, Substitution, UnmaskedEvent, UnmaskedResult } from '../result/result';
import type { AuthoredVariables, BuiltInMemo, ExtractedValue, RowVariables } from '../prepare/scope';

/** Everything impure that a run needs. */
export interface RunPorts extends ExchangePorts {
  readonly files: Files;
  readonly secrets: SecretSource;
  readonly cookies: CookieJar;
  readonly longRules: LongRules;
  /** What is random in the contents of requests, which a seed can make repeatable; `random` is for their security. */
  readonly content: Random;
}

/** The settings of a run besides its plan. */
export interface RunSettings {
  readonly environment?: Environment;
  /** The environment's file, for messages. */
  readonly environmentFile: string;
  /** Values given by the person who runs, by variable name; never templates. */
  readonly overrides: ReadonlyMap<string, JsonValue>;
  /** The variables of the user in whose name everything is sent, and the file that states them. */
  readonly user?: AuthoredVariables;
  /** Values that earlier runs extracted; absent is a run that begins with none. */
  readonly known?: RunMemory['extracted'];
  /** The secrets that origins got before, of which known values may tell; absent is a run that begins with none. */
  readonly learned?: LearnedSecrets;
  /** Built-ins inside constants that were computed before; absent is a run that begins with none. */
  readonly memo?: BuiltInMemo;
  readonly policy: OriginPolicy;
  readonly remedies: Remedies;
  /** Present when the run stops at the first request that fails or is blocked. */
  readonly bail?: Bail;
  /** Rows of data at a time; one by default. */
  readonly rowsAtOnce?: number;
  /** Milliseconds for an exchange whose request says nothing else. */
  readonly timeoutMs: number;
  readonly userAgent: string;
  /** What `content` was derived from; absent when it was not. */
  readonly seed?: string;
  /** Descriptions of APIs by the files of the chains that are held against them; absent holds none against any. */
  readonly descriptions?: ReadonlyMap<string, ApiDescription>;
  /** Facts about the whole run for its result. */
  readonly notes: readonly string[];
}

/** Stops a run at its first failure; runs that share one stop together. */
export interface Bail {
  /** What happened, to go on from "after": `login of shop.chain.json failed`. Absent until it has. */
  cause?: string;
}

/** What a run leaves for the next ones of its chain, which do not change it; in memory only. */
export interface RunMemory {
  /** Name of the environment that it all comes from; it is of no use in another one. */
  readonly environment?: string;
  /** Values that requests extracted, by chain file and variable name. */
  readonly extracted: ReadonlyMap<string, ReadonlyMap<string, ExtractedValue>>;
  /** The cookies at its end; the next run continues with a copy. */
  readonly cookies: CookieJar;
  /** The secrets that origins got. */
  readonly learned: LearnedSecrets;
  /** Built-ins inside constants that were computed. */
  readonly memo: BuiltInMemo;
  /** The row of data that it all is of; absent when the run had none. */
  readonly row?: DataRow;
}

/** The changing state of one run, or of one row of it; one owner, {@link runChain}. */
export interface RunState {
  readonly extracted: Map<string, Map<string, ExtractedValue>>;
  readonly memo: BuiltInMemo;
  readonly ended: EndedRequest[];
  readonly secrets: Set<Secret>;
  readonly learned: LearnedSecrets;
  readonly builtIns: BuiltInPorts;
  /** Whether the page that answered last is the last one. */
  isLastPage?: boolean;
}

/** What later requests may need to know of one that ended; its bodies are let go, and reasons that nobody will ask for. */
export interface EndedRequest extends Pick<
  UnmaskedResult,
  'request' | 'name' | 'method' | 'outcome' | 'reasons'
> {
  /** Absent when nothing answered. */
  readonly status?: number;
}

/** What was found out about a request that is sent. */
export interface Admitted {
  readonly delayMs: number;
  readonly substitutions: readonly Substitution[];
  /** What its condition and its pause were made of. */
  readonly sensitive: Sensitive;
}

/** One request in its run. */
export interface RunStep {
  readonly item: PlanItem;
  readonly index: number;
  readonly plan: RunPlan;
  readonly settings: RunSettings;
  readonly ports: RunPorts;
  readonly state: RunState;
  readonly signal: AbortSignal;
  /** Which item it is sent for, and what that is; absent outside of a loop. */
  readonly iteration?: { readonly index: number; readonly items: ReadonlyMap<string, ScopedValue> };
  /** The call that it is a part of; absent outside of chains that are run as steps. */
  readonly call?: CallFrame;
  /** What decided that it is sent. */
  readonly admitted: Admitted;
}

/** One call of a chain, for the requests in it. */
export interface CallFrame {
  /** What it was given. */
  readonly given: ReadonlyMap<string, ScopedValue>;
  /** The same, as results show it. */
  readonly shown: ReadonlyMap<string, ScopedValue>;
  /** Ids and positions of the calls around, outermost first, for what is random. */
  readonly place: readonly string[];
}

/** Runs an item of a plan, or of a chain that is called: a request, or another chain. */
export type RunItem = (step: RunStep) => AsyncGenerator<UnmaskedEvent, UnmaskedResult, void>;

/** Names a request of a plan. */
export function referenceTo({ loaded, request }: PlanItem): RequestReference {
  return { chain: loaded.file, id: request.id };
}

/** The part of a result that is the same however the request ended. */
export function resultHead({
  item,
  ports,
}: RunStep): Pick<UnmaskedResult, 'request' | 'row' | 'name' | 'method' | 'startedAt'> {
  return {
    request: referenceTo(item),
    ...defined({ row: runRow(item) }),
    name: item.request.name,
    method: item.request.method,
    startedAt: new Date(ports.clock.now()).toISOString(),
  };
}

/** The row of a request, for its result. */
export function runRow({ row }: PlanItem): RunRow | undefined {
  return row === undefined ? undefined : { number: row.number, label: row.label };
}

/** What the row of a request gives it. */
export function rowVariables(
  { data }: Pick<RunPlan, 'data'>,
  row: DataRow | undefined,
): RowVariables | undefined {
  return data === undefined || row === undefined
    ? undefined
    : { file: `${data.file}#rows`, variables: row.values, isAuthored: data.isAuthored };
}

/** The chains whose values a chain of the plan sees besides its own, the one run last first. */
export function requiredBefore(plan: RunPlan, loaded: LoadedChain): readonly LoadedChain[] {
  return requiredOf(plan, loaded).toReversed();
}
