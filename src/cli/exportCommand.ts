/** `chainwright export`: a chain in the format of another tool, or a recorded result as HAR. Nothing is sent. */
import path from 'node:path';
import { defined } from '../core/defined';
import { UserError } from '../core/errors';
import type { TextPieces } from '../core/textChunks';
import { exportChain, exporters, type Exporter } from '../formats/exporters/exporters';
import { renderExportReport, summarizeExport, type ExportReport } from '../formats/exporters/exportReport';
import { renderHar } from '../formats/reporters/harReport';
import { readExportFiles } from '../node/files/exportFiles';
import { writePieces } from '../node/files/pieceOutput';
import { readStoredRuns } from '../node/results/storedRun';
import { workspaceOf } from '../node/files/workspaceOf';
import { exitCodes } from './exitCode';
import { writeImport, type NamedFile } from './import/importFiles';
import type { CommandContext } from './commandContext';
import { printable, reportNames } from './paint';

/** What commander gives for `export`. */
export interface ExportOptions {
  readonly format: string;
  readonly script: boolean;
  readonly dialect?: string;
  readonly environment?: string;
  /** Path of the exported file; absent writes it to the output. */
  readonly output?: string;
  /** File for the whole report; absent for none. */
  readonly report?: string;
  readonly force: boolean;
}

/** The format that is written from a result instead of a chain. */
const OF_RESULTS = 'har';

/** Exports a chain or a result; resolves to the exit code. */
export async function exportCommand(
  name: string,
  options: ExportOptions,
  context: CommandContext,
): Promise<number> {
  const { folder, version } = context;
  const file = path.resolve(folder, name);
  checkPlaces(file, options, folder);
  const workspace = await workspaceOf(file, folder);
  if (options.format === OF_RESULTS && variantOf(options) === '') {
    checkResultOptions(options);
    const results = await readStoredRuns(file, workspace);
    const tool = { name: 'chainwright', version };
    await write(renderHar({ tool, results, generatedAt: new Date().toISOString() }), [], options, folder);
    return exitCodes.passed;
  }
  const exporter = exporterFor(options);
  const { environment, output } = options;
  const target =
    output === undefined
      ? file.replace(/(?:\.chain)?\.json$/, `.${exporter.extension}`)
      : path.resolve(folder, output);
  const place = { file, workspace, ...defined({ environment }) };
  const { text, others, report } = await exportChain(await readExportFiles(place, target), exporter);
  if (others.length > 0 && output === undefined) {
    throw new UserError('This format is several files.', 'Name the first with -o; the others go next to it.');
  }
  const companions = others.map((other) => ({
    path: path.join(path.dirname(target), other.name),
    text: other.text,
  }));
  const reports = reportFiles(report, options.report, folder);
  if (companions.some((one) => reports.some((other) => other.path === one.path))) {
    throw new UserError(...SAME_FILE);
  }
  await write(text, [...companions, ...reports], options, folder);
  printSummary(report, options.report === undefined);
  return exitCodes.passed;
}

const SAME_FILE = [
  'What is exported, the export and its report cannot be the same file.',
  'Name another file after -o or --report.',
] as const;

/** Each file is another one: not even with `--force` is a chain written over by its own export. */
function checkPlaces(file: string, { output, report }: ExportOptions, folder: string): void {
  const written = [output, report].flatMap((name) =>
    name === undefined ? [] : [path.resolve(folder, name)],
  );
  if (written.includes(file) || new Set(written).size < written.length) {
    throw new UserError(...SAME_FILE);
  }
}

/** The exporter of a format, or of the variant of it that an option chooses. */
function exporterFor(options: ExportOptions): Exporter {
  const variant = variantOf(options);
  const exporter = exporters.find(({ name }) => name === `${options.format}${variant}`);
  if (exporter === undefined) {
    throw new UserError(
      `--to ${options.format} has no variant${variant}.`,
      'Run chainwright export --help to see which format the option is for.',
    );
  }
  return exporter;
}

/** The options that choose a variant, as the names of exporters have them. */
function variantOf({ script, dialect }: Pick<ExportOptions, 'script' | 'dialect'>): string {
  return `${script ? ' --script' : ''}${dialect === undefined ? '' : ` --dialect ${dialect}`}`;
}

function checkResultOptions({ report, environment }: ExportOptions): void {
  if (report !== undefined || environment !== undefined) {
    throw new UserError(
      'A result is written as HAR with its own values, and nothing is left out.',
      `Leave ${report === undefined ? '--environment' : '--report'} away, or choose another format.`,
    );
  }
}

function reportFiles(report: ExportReport, name: string | undefined, folder: string): readonly NamedFile[] {
  if (name === undefined) {
    return [];
  }
  const text = name.endsWith('.json') ? `${JSON.stringify(report, null, 2)}\n` : renderExportReport(report);
  return [{ path: path.resolve(folder, name), text }];
}

/** All files or none; without a name the text goes to the output. */
async function write(
  text: TextPieces,
  others: readonly NamedFile[],
  { output, force }: ExportOptions,
  folder: string,
): Promise<void> {
  const files = output === undefined ? others : [{ path: path.resolve(folder, output), text }, ...others];
  await writeImport(folder, [], files, force);
  if (output === undefined) {
    await writePieces(process.stdout, text);
  } else {
    console.error(printable(`Written: ${path.resolve(folder, output)}`));
  }
}

/** What a person has to know at once, on the error output: the output may be the export. */
function printSummary(report: ExportReport, mentionReport: boolean): void {
  const { source, format, secrets, undefinedVariables, remarks, requests } = report;
  console.error(printable(`${source}: ${format}: ${summarizeExport(report)}`));
  reportNames('Secrets required to run it', secrets);
  reportNames('Variables without a value', undefinedVariables);
  const isLacking =
    remarks.length > 0 ||
    requests.some((request) => request.leftOut !== undefined || request.remarks.length > 0);
  if (isLacking && mentionReport) {
    console.error('Not everything could be carried over. Add --report <file> to see what.');
  }
}
