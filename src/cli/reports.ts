/** Reports of a run: which ones `--reporter` asks for, and writing them. */
import path from 'node:path';
import { defined } from '../core/defined';
import { UserError } from '../core/errors';
import type { RunReport } from '../core/result/runReport';
import type { TextPieces } from '../core/textChunks';
import type { Reporter } from '../formats/reporters/reporters';
import { checkOutputFile, writeOutputFile } from '../node/files/outputFile';
import { writePieces } from '../node/files/pieceOutput';
import { printable } from './paint';
import { asFault, type FileResults } from './runFiles';

/** One `--reporter name[=file]`; `console` is not among them, because it shows a run while it goes. */
export interface RequestedReport<R = Reporter> {
  readonly reporter: R;
  /** Absolute path; absent writes to the output. */
  readonly file?: string;
}

/** What commander gives for `--reporter` and `--json`. */
export interface ReporterOptions {
  readonly reporter: readonly string[];
  readonly json: boolean;
}

/**
 * Reads `--reporter` options; `--json` is the reporter of that name.
 *
 * @throws UserError for a name that is not `known`, or when two would share the output
 */
export function requestedReports<R extends AnyReporter>(
  { reporter, json }: ReporterOptions,
  folder: string,
  known: readonly R[],
): readonly RequestedReport<R>[] {
  const requested = [...reporter, ...(json ? ['json'] : [])]
    .filter((option) => option !== 'console')
    .map((option) => parse(option, folder, known));
  if (requested.filter(takesOutput).length > 1) {
    throw new UserError(
      'Two reports would be written to the same output.',
      'Give all but one a file, like --reporter junit=results.xml.',
    );
  }
  return requested;
}

/** Whether a report is all that the output may hold; nothing else is written there then. */
export function takesOutput({ file, reporter }: RequestedReport<AnyReporter>): boolean {
  return file === undefined && reporter.besideConsole !== true;
}

type AnyReporter = Pick<Reporter, 'name' | 'besideConsole'>;

/** What became of reports: the files that were written, and why others could not be. */
export interface WrittenReports {
  readonly files: readonly string[];
  readonly faults: readonly UserError[];
}

/** What keeps requested reports from being written, looked for before anything is sent. */
export async function unwritableReports(
  requested: readonly RequestedReport<unknown>[],
): Promise<readonly UserError[]> {
  const faults: UserError[] = [];
  for (const { file } of requested) {
    if (file !== undefined) {
      await checkOutputFile(REPORT, file).catch((error: unknown) => faults.push(asFault(error)));
    }
  }
  return faults;
}

/** What reports say of the program, and what ends waiting for who reads them. */
export interface ReportSettings {
  readonly version: string;
  readonly signal: AbortSignal;
}

/** Writes the reports of a run of chains; one that cannot be written keeps no other from being so. */
export async function writeReports(
  requested: readonly RequestedReport[],
  run: FileResults,
  { version, signal }: ReportSettings,
): Promise<WrittenReports> {
  const places = requested.length === 0 ? undefined : await run.places();
  const render = (reporter: Reporter): TextPieces => {
    const report: RunReport = {
      tool: { name: 'chainwright', version },
      results: run.results,
      generatedAt: new Date().toISOString(),
      ...defined({ places }),
    };
    return reporter.render(report, run.whole);
  };
  return writeEach(requested, render, signal);
}

/** Writes each report once rendered; a failure of one does not stop the others. */
export async function writeEach<R extends Pick<AnyReporter, 'name'>>(
  requested: readonly RequestedReport<R>[],
  render: (reporter: R) => TextPieces,
  signal: AbortSignal,
): Promise<WrittenReports> {
  const files: string[] = [];
  const faults: UserError[] = [];
  for (const { reporter, file } of requested) {
    try {
      files.push(...(await writeReport(render(reporter), file, signal)));
    } catch (error) {
      faults.push(error instanceof UserError ? error : unmade(reporter.name, error));
    }
  }
  return { files, faults };
}

/**
 * Writes a report to a file, its folder made if need be, or to the output; returns the file.
 *
 * @throws UserError when the file cannot be written, and when the program is interrupted while nobody reads
 */
async function writeReport(
  text: TextPieces,
  file: string | undefined,
  signal: AbortSignal,
): Promise<readonly string[]> {
  if (file === undefined) {
    if (!(await writePieces(process.stdout, text, signal))) {
      throw new UserError(
        'The report on the output was not read to its end.',
        'Run the command again and read everything, or name a file for the report.',
      );
    }
    return [];
  }
  await writeOutputFile(REPORT, file, text, signal);
  return [file];
}

/** Says which files were written, and why others were not. */
export function listReports({ files, faults }: WrittenReports): void {
  files.forEach((file) => {
    console.error(`Report: ${file}`);
  });
  printFaults(faults);
}

/** Says what went wrong, a line each. */
export function printFaults(faults: readonly UserError[]): void {
  for (const { message } of faults) {
    console.error(printable(message));
  }
}

const REPORT = 'The report';

/** The run is over by then: the error is reported, and every other report is written. */
function unmade(name: string, error: unknown): UserError {
  const why = error instanceof Error ? error.message : String(error);
  return new UserError(
    `The ${name} report could not be made: ${why}.`,
    'This is a fault of ours; please report it.',
  );
}

function parse<R extends AnyReporter>(
  option: string,
  folder: string,
  known: readonly R[],
): RequestedReport<R> {
  const [, name = '', file] = /^([^=]*)(?:=(.+))?$/s.exec(option) ?? [];
  const reporter = known.find((one) => one.name === name);
  if (reporter === undefined) {
    const names = [...new Set(['console', ...known.map((one) => one.name)])].join(', ');
    throw new UserError(`The reporter "${name}" is not known.`, `Known are ${names}.`);
  }
  return file === undefined || file === '/dev/stdout'
    ? { reporter }
    : { reporter, file: path.resolve(folder, file) };
}
