/** What a result of an authorization run becomes: reports, a baseline, and the exit code. */
import path from 'node:path';
import type { AuthzResult } from '../../core/authz/model/authzResult';
import {
  baselineExitCode,
  compareBaseline,
  nextBaseline,
  type Baseline,
} from '../../core/authz/report/baseline';
import { readBaseline, writeBaseline } from '../../core/authz/report/baselineFile';
import { authzExitCode } from '../../core/authz/report/summary';
import { defined } from '../../core/defined';
import { UserError } from '../../core/errors';
import type { ApiListing } from '../../core/openapi/apiListing';
import type { Paint } from '../../formats/reporters/consoleReport';
import { renderAuthzGrid } from '../../formats/reporters/authz/consoleReport';
import type { AuthzReportContext, AuthzReporter } from '../../formats/reporters/authz/authzReport';
import { authzReporters } from '../../formats/reporters/authz/authzReporters';
import { findCells } from '../../node/authz/cellPlaces';
import { readRegularFile } from '../../node/files/regularFile';
import { findCoverage, readOperations } from '../../node/authz/matrixCoverage';
import type { AuthzReportOptions } from './authzOptions';
import { exitCodes, faultExitCode, worstExitCode } from '../exitCode';
import {
  requestedReports,
  listReports,
  takesOutput,
  unwritableReports,
  writeEach,
  type RequestedReport,
} from '../reports';

/** What somebody wants to have of a result. */
export interface WantedReports {
  readonly reports: readonly RequestedReport<AuthzReporter>[];
  readonly strict: boolean;
  readonly baseline?: Baseline;
  /** Absolute path of the baseline to write. */
  readonly baselineFile?: string;
  readonly junitWarn: 'failure' | 'skipped';
  readonly sarifFull: boolean;
  /** Whether it is right that nothing was tested. */
  readonly nothingToTest?: boolean;
  /** The description that coverage is measured by; absent for the chains of the matrix. */
  readonly described?: ApiListing;
}

/** Where a result is reported. */
export interface ReportPlace {
  /** Absolute path of the folder that the paths of the result are relative to. */
  readonly workspace: string;
  readonly version: string;
  readonly paint: Paint;
  /** Ends waiting for somebody who reads the output. */
  readonly signal: AbortSignal;
}

/**
 * Reads the options about reports, and the baseline that they name.
 *
 * @throws UserError for an unknown reporter, and for a baseline that cannot be read
 */
export async function wantedReports(options: AuthzReportOptions, folder: string): Promise<WantedReports> {
  const { strict, baseline, writeBaseline: written, junitWarn, sarifFull, openapi } = options;
  const reports = requestedReports(options, folder, authzReporters);
  return {
    reports,
    strict,
    ...(baseline === undefined ? {} : { baseline: await baselineAt(path.resolve(folder, baseline)) }),
    ...(written === undefined ? {} : { baselineFile: path.resolve(folder, written) }),
    junitWarn,
    sarifFull,
    ...(openapi === undefined ? {} : { described: await readOperations(openapi, folder) }),
  };
}

/** What keeps what somebody wants from being written, looked for before anything is sent. */
export function unwritable({ reports, baselineFile: file }: WantedReports): Promise<readonly UserError[]> {
  return unwritableReports([...reports, ...(file === undefined ? [] : [{ reporter: BASELINE, file }])]);
}

const BASELINE = { name: 'baseline' };

/**
 * Reports a result; resolves to the exit code. A report that cannot be written keeps no other from being written.
 *
 * @throws UserError when it cannot become the baseline that somebody wants, before anything is reported
 */
export async function reportAuthz(
  result: AuthzResult,
  wanted: WantedReports,
  { workspace, version, paint, signal }: ReportPlace,
): Promise<number> {
  const { reports, strict, baseline, baselineFile: file, junitWarn, sarifFull, described } = wanted;
  const next = file === undefined ? undefined : baselineToWrite(result, baseline);
  const context: AuthzReportContext = {
    tool: { name: 'chainwright', version },
    strict,
    ...defined({ baseline, coverage: await findCoverage(result, workspace, described) }),
    places: await findCells(workspace, result),
    junitWarn,
    sarifFull,
  };
  if (!reports.some(takesOutput)) {
    process.stdout.write(`${renderAuthzGrid(result, context, paint)}\n`);
  }
  const written = [await writeEach(reports, ({ render }) => render(result, context), signal)];
  if (file !== undefined && next !== undefined) {
    written.push(await writeEach([{ reporter: BASELINE, file }], () => writeBaseline(next), signal));
  }
  written.forEach(listReports);
  const judged =
    baseline === undefined
      ? authzExitCode(result, { strict })
      : baselineExitCode(result, compareBaseline(result, baseline), { strict });
  const code = wanted.nothingToTest === true && result.cells.length === 0 ? exitCodes.passed : judged;
  const isLacking = written.some(({ faults }) => faults.length > 0);
  return worstExitCode([code, ...(isLacking ? [faultExitCode(signal)] : [])]);
}

/** What a cancelled run did not get to would not be compared any more. */
function baselineToWrite(result: AuthzResult, earlier: Baseline | undefined): Baseline | undefined {
  if (result.outcome === 'cancelled') {
    console.error('No baseline was written: the run was cancelled. Run the matrix to its end.');
    return undefined;
  }
  return nextBaseline(result, earlier);
}

const MAX_BASELINE_BYTES = 64 * 2 ** 20;

async function baselineAt(file: string): Promise<Baseline> {
  const reading = await readRegularFile(file, MAX_BASELINE_BYTES);
  if (!reading.ok) {
    throw new UserError(
      `The baseline ${file} cannot be read: it does not exist, is not an ordinary file, or is too large.`,
      'Name a file that --write-baseline wrote.',
    );
  }
  return readBaseline(new TextDecoder().decode(reading.bytes), file);
}
