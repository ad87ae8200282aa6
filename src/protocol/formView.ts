/**
 * What the form editor shows of a chain file: the list of its requests, the chosen one as written,
 * and what the analyzer knows about both.
 *
 * The text document owns the chain. The page gets parts as JSON text, which keeps every digit of
 * large numbers, and reads them with the readers of the core.
 */
import type { RowPreview } from '../core/form/rowPreview';
import type { VariableDefinition } from './formVariables';
import type { RequestProgress } from './runView';

/** A chain file as the form shows it. */
export interface FormView {
  /** Version of the document; what the page asks for later says which one it has seen. */
  readonly revision: number;
  /** Name of the file, for people. */
  readonly file: string;
  /** Where the text is not a chain; everything else is then the last valid version, and cannot be edited. */
  readonly broken?: BrokenText;
  /** False in a workspace that is not trusted: nothing can be sent. */
  readonly trusted: boolean;
  /** Whether the sample is open, whose API the editor can start. */
  readonly isSample: boolean;
  /** Whether requests of this chain are being sent. */
  readonly running: boolean;
  /** The chain without its requests: JSON text. */
  readonly chain: string;
  /** The first rows of data; absent when there are none that can be read. */
  readonly data?: RowPreview;
  /** Names of environments that can be chosen. */
  readonly environments: readonly string[];
  /** The one that is used now: that of the workspace, else that of the chain. */
  readonly environment?: string;
  /** Origin of the first request, where it can become the base URL of a first environment. */
  readonly firstOrigin?: string;
  readonly requests: readonly FormRow[];
  /** Absent when the settings of the chain are shown. */
  readonly chosen?: ChosenRequest;
  /** What is wrong with the chosen request, or with the settings of the chain. */
  readonly problems: readonly FormProblem[];
  /** Variables that the chosen request, or the settings, refer to. */
  readonly variables: readonly VariableDefinition[];
  /** Requests that need a value of a later one: sentences. Empty when the order is sound. */
  readonly orderProblems: readonly string[];
}

/** Why a text cannot be shown as a form. */
export interface BrokenText {
  readonly message: string;
  /** From 1. */
  readonly line: number;
  /** From 1. */
  readonly column: number;
}

/** A request in the list. */
export interface FormRow {
  /** Empty when the file states none. */
  readonly id: string;
  readonly name: string;
  /** `CALL` for a chain as a step. */
  readonly method: string;
  /** The file of a chain as a step, as written. */
  readonly chain?: string;
  readonly disabled: boolean;
  readonly errors: number;
  readonly warnings: number;
  /** How it ended last, or how far it got. */
  readonly progress?: RequestProgress;
}

/** A request as written. */
interface ChosenRequest {
  /** Position in the chain. */
  readonly index: number;
  /** Its object: JSON text, without comments. */
  readonly text: string;
  /** Number of the run or recording that has its last exchange; absent when there is none. */
  readonly run?: number;
  /** Position in that run, for the calls about results. */
  readonly runIndex?: number;
}

/** Something that the analyzer found. */
export interface FormProblem {
  /** Steps to the member it is about, below the request or the chain. */
  readonly path: readonly (string | number)[];
  readonly severity: 'error' | 'warning' | 'info';
  readonly message: string;
  /** Its fixes, in the order of the editor's quick fixes; named by number when it is asked for. */
  readonly fixes: readonly string[];
}
