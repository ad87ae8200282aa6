/**
 * What the Chain Analyzer says about a chain: every variable with its definitions and uses, what depends
 * on what, and what is wrong. Plain data with ranges in the text it was made from.
 */
import type { Extraction, Location } from '../model';
import type { ApiDescription } from '../openapi/namedDescription';
import type { Problem, TextRange } from '../problem';
import type { ChainSource, EnvironmentSource } from './chainSource';
import type { DataSource } from './dataSource';

/** What a chain sees besides itself. */
export interface Surroundings {
  /** Required chains, directly or not, in the order they run. */
  readonly required: readonly ChainSource[];
  /** What is wrong with an item of `requires`, by its position there: missing, invalid, a circle. */
  readonly requiresFaults: readonly { readonly index: number; readonly message: string }[];
  /** The chains that are run as steps, by the names that the steps have for them; absent when there are none. */
  readonly called?: ReadonlyMap<string, CalledSource>;
  /** Workspace paths of all files behind steps, of required chains as well; absent when there are none. */
  readonly stepFiles?: ReadonlySet<string>;
  /** Absent when the chain names none, or its environment cannot be read. */
  readonly environment?: EnvironmentSource;
  /** True where nobody can look for what the chain names, as off this machine's disk; then nothing counts as unresolved. */
  readonly isUnknown?: boolean;
  /** Why the environment could not be read; then nothing counts as unresolved. */
  readonly environmentFault?: string;
  /** The file that the chain takes its rows of data from; absent when it names none, or it cannot be read. */
  readonly data?: DataSource;
  /** Why the data file could not be read; then nothing counts as unresolved. */
  readonly dataFault?: string;
  /** The description of the API; absent when nothing names one, it is being read, or it cannot be read. */
  readonly openapi?: ApiDescription;
  /** True while the description is being read. */
  readonly isOpenapiPending?: boolean;
  /** Why the description could not be read. */
  readonly openapiFault?: string;
  /** The last run of this chain in the same environment, if there was one. */
  readonly lastRun?: LastRun;
}

/** A chain that another one runs as a step. */
export interface CalledSource {
  /** Absent when it cannot be read. */
  readonly source?: ChainSource;
  /** The chains that it requires, directly or not, in the order they run. */
  readonly required: readonly ChainSource[];
  /** The chains of its own steps, by the names there; absent when it has none, or cannot be run. */
  readonly called?: ReadonlyMap<string, CalledSource>;
  /** Why it cannot be run: missing, invalid, a circle. Nothing more is said of its steps then. */
  readonly fault?: string;
}

/** What the last run tells the analyzer, by request id. */
export type LastRun = ReadonlyMap<string, LastRequest>;

/** How a request ended, and which of its extractions found nothing. */
export interface LastRequest {
  readonly outcome: 'passed' | 'failed' | 'blocked' | 'skipped';
  /** Variables whose extraction found nothing, with the reason. */
  readonly missed: ReadonlyMap<string, string>;
}

/** Everything known about a chain at one moment. */
export interface ChainAnalysis {
  readonly source: ChainSource;
  readonly surroundings: Surroundings;
  /** In order of first appearance in the file. */
  readonly variables: readonly AnalyzedVariable[];
  readonly byName: ReadonlyMap<string, AnalyzedVariable>;
  readonly dependencies: readonly Dependency[];
  /** Those of reading the file included, in the order of the file. */
  readonly problems: readonly Problem[];
}

/** A variable: who gives it a value and who uses it. */
export interface AnalyzedVariable {
  readonly name: string;
  /** Extractions in order of the file, then the column, the constant, those of required chains, and the environment. */
  readonly definitions: readonly Definition[];
  /** In the order of the file; those in rows that are switched off left out. */
  readonly uses: readonly VariableUse[];
  /** `broken`: a use has no value or its producer cannot give one; `unused`: defined here, used nowhere. */
  readonly health: 'broken' | 'unused' | 'healthy';
}

/** What gives a variable its value. Ranges cover the name, in the text of `file`. */
export type Definition =
  | {
      readonly kind: 'extraction';
      readonly file: string;
      readonly range: TextRange;
      readonly requestId: string;
      readonly requestIndex: number;
      readonly extractionIndex: number;
      /** Of a request that is switched off. */
      readonly disabled: boolean;
      readonly extraction?: Extraction;
    }
  /** Of rows of data, in the chain or in a data file. */
  | { readonly kind: 'column'; readonly file: string; readonly range: TextRange }
  | { readonly kind: 'constant'; readonly file: string; readonly range: TextRange }
  /** In a required chain: an extraction of the named request, or a constant. */
  | {
      readonly kind: 'required';
      readonly file: string;
      readonly range: TextRange;
      readonly requestId?: string;
    }
  | {
      readonly kind: 'environment';
      readonly file: string;
      readonly range: TextRange;
      readonly environment: string;
    };

/** A reference to a variable; `range` covers it with its braces. */
export interface VariableUse {
  readonly range: TextRange;
  readonly nameRange: TextRange;
  readonly location: Location;
  /** Absent outside the requests. */
  readonly requestId?: string;
  readonly requestIndex?: number;
  /** The constant it is in. */
  readonly constant?: string;
  /** The definition that gives it its value at this place; absent when it is unresolved. */
  readonly definition?: Definition;
}

/** A request that needs another one of the same chain to have run. */
export interface Dependency {
  /** Ids. */
  readonly from: string;
  readonly to: string;
  readonly variable: string;
  readonly kind: 'data' | 'authentication';
  /** The producer comes after the consumer, or cannot give the value. */
  readonly broken: boolean;
}
