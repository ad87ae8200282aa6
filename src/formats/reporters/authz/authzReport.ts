/** What reporters of authorization runs get in addition to the result, which is already masked. */
import type { AuthzResult, CellResult } from '../../../core/authz/model/authzResult';
import type { Baseline } from '../../../core/authz/report/baseline';
import type { Coverage } from '../../../core/authz/report/coverage';
import type { CellPlaces } from './places';

/** How a result is reported. */
export interface AuthzReportContext {
  readonly tool: { readonly name: string; readonly version: string };
  /** Whether refusals by another code than 403 and 404 fail the run. */
  readonly strict: boolean;
  /** An earlier run to compare with. */
  readonly baseline?: Baseline;
  /** The name of the comparison in words; absent: the baseline. */
  readonly since?: string;
  /** Where cells are written; absent when the files are not at hand. */
  readonly places?: (result: CellResult) => CellPlaces;
  /** What of an API the run tested; absent when nothing lists its operations. */
  readonly coverage?: Coverage;
  /** How JUnit reports refusals by codes other than 403 and 404; absent: as failures. */
  readonly junitWarn?: 'failure' | 'skipped';
  /** SARIF with what passed and what is gone as well, which GitHub would take for findings. */
  readonly sarifFull?: boolean;
}

/** Turns the result of an authorization run into a text of some format. */
export interface AuthzReporter {
  /** The value for `--reporter`. */
  readonly name: string;
  /** Of files, without the dot. */
  readonly extension: string;
  readonly mediaType: string;
  /** Whether its lines may be written between those of the console. */
  readonly besideConsole?: true;
  readonly render: (result: AuthzResult, context: AuthzReportContext) => string;
}
