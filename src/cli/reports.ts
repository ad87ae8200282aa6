/** Reports of a run: which ones `--reporter` asks for, and writing them. */
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { UserError } from '../core/errors';
import type { Reporter } from '../formats/reporters/reporters';
import { writeFileAtomically } from '../node/files/atomicFile';
import { asFault } from './runFiles';
import type { FileResults } from './runFiles';

/** One `--reporter name[=file]`; `console` is not among them, for it shows a run while it goes. */
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
export function requestedReports<R extends { readonly name: string }>(
  { reporter, json }: ReporterOptions,
  folder: string,
  known: readonly R[],
): readonly RequestedReport<R>[] {
  const requested = [...reporter, ...(json ? ['json'] : [])]
    .filter((option) => option !== 'console')
    .map((option) => parse(option, folder, known));
  if (requested.filter(({ file }) => file === undefined).length > 1) {
    throw new UserError(
      'Two reports would be written to the same output.',
      'Give all but one a file, like --reporter junit=results.xml.',
    );
  }
  return requested;
}

/** What became of reports: the files that were written, and why others could not be. */
export interface WrittenReports {
  readonly files: readonly string[];
  readonly faults: readonly UserError[];
}

/** Writes the reports of a run of chains; one that cannot be written keeps no other from being so. */
export async function writeReports(
  requested: readonly RequestedReport[],
  run: FileResults,
  version: string,
): Promise<WrittenReports> {
  const files: string[] = [];
  const faults: UserError[] = [];
  for (const { reporter, file } of requested) {
    const results = reporter.bodies === 'whole' ? await run.whole() : run.results;
    const text = reporter.render({
      tool: { name: 'chainwright', version },
      results,
      generatedAt: new Date().toISOString(),
    });
    try {
      files.push(...(await writeReport(text, file)));
    } catch (error) {
      faults.push(asFault(error));
    }
  }
  return { files, faults };
}

/**
 * Writes a report to a file, its folder made if need be, or to the output; returns the file.
 *
 * @throws UserError when the file cannot be written
 */
export async function writeReport(text: string, file: string | undefined): Promise<readonly string[]> {
  if (file === undefined) {
    process.stdout.write(text);
    return [];
  }
  try {
    await mkdir(path.dirname(file), { recursive: true });
    await writeFileAtomically(file, text);
  } catch (error) {
    throw unwritable(file, error);
  }
  return [file];
}

/** A disk that is full, a folder, a place where one may not write: nothing of it is a fault of ours. */
function unwritable(file: string, error: unknown): unknown {
  if (!(error instanceof Error) || !('code' in error)) {
    return error;
  }
  const reason = error.code === 'EISDIR' ? 'it is a folder' : `the system says ${String(error.code)}`;
  return new UserError(
    `The report ${file} could not be written: ${reason}.`,
    'Name a file in a folder where you may write.',
  );
}

function parse<R extends { readonly name: string }>(
  option: string,
  folder: string,
  known: readonly R[],
): RequestedReport<R> {
  const [, name = '', file] = /^([^=]*)(?:=(.+))?$/s.exec(option) ?? [];
  const reporter = known.find((one) => one.name === name);
  if (reporter === undefined) {
    const names = [...new Set(['console', ...known.map((one) => one.name)])].join(', ');
    throw new UserError(`There is no reporter "${name}".`, `Known are ${names}.`);
  }
  return file === undefined ? { reporter } : { reporter, file: path.resolve(folder, file) };
}
