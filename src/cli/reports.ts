/** Reports of a run: which ones `--reporter` asks for, and writing them. */
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { UserError } from '../core/errors';
import { reporters } from '../formats/reporters/reporters';
import type { Reporter } from '../formats/reporters/reporters';
import { writeFileAtomically } from '../node/atomicFile';
import type { FileResults } from './runFiles';

/** One `--reporter name[=file]`; `console` is not among them, for it shows a run while it goes. */
export interface RequestedReport {
  readonly reporter: Reporter;
  /** Absolute path; absent writes to the output. */
  readonly file?: string;
}

/** Reads `--reporter` options. Throws UserError for an unknown name, or when two would share the output. */
export function requestedReports(options: readonly string[], folder: string): readonly RequestedReport[] {
  const requested = options.filter((option) => option !== 'console').map((option) => parse(option, folder));
  if (requested.filter(({ file }) => file === undefined).length > 1) {
    throw new UserError(
      'Two reports would be written to the same output.',
      'Give all but one a file, like --reporter junit=results.xml.',
    );
  }
  return requested;
}

/** Writes the reports; returns the files that were written. */
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
    if (file === undefined) {
      process.stdout.write(text);
      continue;
    }
    await mkdir(path.dirname(file), { recursive: true });
    await writeFileAtomically(file, text);
    files.push(file);
  }
  return files;
}

function parse(option: string, folder: string): RequestedReport {
  const [, name = '', file] = /^([^=]*)(?:=(.+))?$/s.exec(option) ?? [];
  const reporter = reporters.find((known) => known.name === name);
  if (reporter === undefined) {
    const names = ['console', ...reporters.map((known) => known.name)].join(', ');
    throw new UserError(`There is no reporter "${name}".`, `Known are ${names}.`);
  }
  return file === undefined ? { reporter } : { reporter, file: path.resolve(folder, file) };
}
