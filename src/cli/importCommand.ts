/** `chainwright import`: files of other tools become chains and environments; a report says what of them. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { UserError } from '../core/errors';
import { composeImport } from '../formats/importers/composeImport';
import { setAsideRules } from '../formats/importers/har/setAside';
import type { FolderStyle } from '../formats/importers/chainGroups';
import { readImport } from '../formats/importers/importers';
import { renderImportReport, summarizeImport } from '../formats/importers/importReport';
import type { ImportReport, RefusedSource } from '../formats/importers/importReport';
import type { ImportedCollection } from '../formats/importers/imported';
import { errorCode } from '../node/regularFile';
import { exitCodes } from './exitCode';
import { writeImport } from './importFiles';
import { printable } from './paint';
import type { CommandContext } from './runCommand';

/** What commander gives for `import`. */
export interface ImportOptions {
  /** Folder for the new files. */
  readonly output: string;
  readonly folders: FolderStyle;
  /** File for the whole report; absent for none. */
  readonly report?: string;
  /** Names of rules that are not applied to recordings; `all` for none of them. */
  readonly keep: readonly string[];
  readonly json: boolean;
  readonly force: boolean;
}

/** Imports files; resolves to the exit code: 2 when nothing was imported. */
export async function importCommand(
  files: readonly string[],
  { output, folders, report: reportFile, keep, json, force }: ImportOptions,
  { folder }: CommandContext,
): Promise<number> {
  const kept = keptRules(keep);
  const read = await Promise.all(files.map((file) => readSource(file, folder, kept)));
  const sound = read.filter((one) => 'collection' in one);
  const { files: texts, reports } = composeImport(sound, { folders });
  const report: ImportReport = {
    formatVersion: 1,
    sources: read.map((one) => ('collection' in one ? (reports[sound.indexOf(one)] ?? []) : one)).flat(),
  };
  const text = reportFile?.endsWith('.json') === true ? asJson(report) : renderImportReport(report);
  await writeImport(
    path.resolve(folder, output),
    texts,
    reportFile === undefined ? [] : [{ path: path.resolve(folder, reportFile), text }],
    force,
  );
  process.stdout.write(json ? asJson(report) : '');
  tellShort(report, texts.length, reportFile === undefined && !json);
  return texts.length > 0 ? exitCodes.passed : exitCodes.usage;
}

type Read = { readonly source: string; readonly collection: ImportedCollection } | RefusedSource;

/** Bytes; what is larger would not fit into a text either. */
const MAX_BYTES = 500_000_000;

/** Names of rules, given one by one or with commas. Throws UserError for one that is not known. */
function keptRules(names: readonly string[]): ReadonlySet<string> {
  const known = setAsideRules.map(({ name }) => name);
  const wanted = names.flatMap((list) => list.split(',')).map((name) => name.trim());
  const unknown = wanted.find((name) => name !== 'all' && !known.includes(name));
  if (unknown !== undefined) {
    throw new UserError(`--keep ${unknown} is not known.`, `Known are ${known.join(', ')} and all.`);
  }
  return new Set(wanted.includes('all') ? known : wanted);
}

async function readSource(source: string, folder: string, keep: ReadonlySet<string>): Promise<Read> {
  try {
    const bytes = await readBytes(path.resolve(folder, source), source);
    return { source, collection: await readImport(path.basename(source), bytes.toString('utf8'), { keep }) };
  } catch (error) {
    if (error instanceof UserError) {
      return { kind: 'refused', source, reason: error.message };
    }
    throw error;
  }
}

async function readBytes(file: string, source: string): Promise<Buffer> {
  try {
    const bytes = await readFile(file);
    if (bytes.length <= MAX_BYTES) {
      return bytes;
    }
  } catch (error) {
    const isFolder = errorCode(error) === 'EISDIR';
    const todo = isFolder ? 'Name the files in it.' : 'Check the name.';
    throw new UserError(`${source} ${isFolder ? 'is a folder' : 'cannot be read'}.`, todo);
  }
  throw new UserError(`${source} is larger than 500 MB.`, 'Import a part of it.');
}

/** What a person wants to know at once, on the error output: the output is for `--json`. */
function tellShort({ sources }: ImportReport, written: number, mentionReport: boolean): void {
  for (const one of sources) {
    const line =
      one.kind === 'refused' ? `not imported. ${one.reason}` : `${one.format}: ${summarizeImport(one)}`;
    console.error(printable(`${one.source}: ${line}`));
    if (one.kind === 'imported') {
      tellNames('Enter these secrets before a run', one.secrets);
      tellNames('Define these variables in an environment', one.undefinedVariables);
    }
  }
  if (written > 0) {
    console.error(
      `${written} ${written === 1 ? 'file' : 'files'} written.${mentionReport ? ' Add --report to see what became of every request.' : ''}`,
    );
  }
}

/** More names than these are left to the report. */
const MAX_NAMES = 20;

function tellNames(what: string, names: readonly string[]): void {
  const shown = names.slice(0, MAX_NAMES).join(', ');
  const more = names.length > MAX_NAMES ? ` and ${names.length - MAX_NAMES} more` : '';
  if (names.length > 0) {
    console.error(`  ${what}: ${shown}${more}.`);
  }
}

function asJson(report: ImportReport): string {
  return `${JSON.stringify(report, null, 2)}\n`;
}
