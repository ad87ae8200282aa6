/** Reports of a run: which ones `--reporter` asks for, and writing them. */
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { UserError } from '../core/errors';
import type { Reporter } from '../formats/reporters/reporters';
import { writeFileAtomically } from '../node/atomicFile';
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

/** Writes the reports of a run of chains; returns the files that were written. */
export async function writeReports(
  requested: readonly RequestedReport[],
  run: FileResults,
  version: string,
): Promise<readonly string[]> {
  const files: string[] = [];
  for (const { reporter, file } of requested) {
    const results = reporter.bodies === 'whole' ? await run.whole() : run.results;
    const text = reporter.render({
      tool: { name: 'chainwright', version },
      results,
      generatedAt: new Date().toISOString(),
    });
    files.push(...(await writeReport(text, file)));
  }
  return files;
}

/** Writes a report to a file, its folder made if need be, or to the output; returns the file. */
export async function writeReport(text: string, file: string | undefined): Promise<readonly string[]> {
  if (file === undefined) {
    process.stdout.write(text);
    return [];
  }
  await mkdir(path.dirname(file), { recursive: true });
  await writeFileAtomically(file, text);
  return [file];
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
