/** `chainwright import`: files of other tools become chains and environments; a report says what of them. */
import path from 'node:path';
import { UserError } from '../../core/errors';
import { composeImport, type ComposedImport } from '../../formats/importers/write/composeImport';
import type { ReadSource } from '../../formats/importers/shape/imported';
import { setAsideRules } from '../../formats/importers/read/har/setAside';
import type { FolderStyle } from '../../formats/importers/write/folderGroups';
import { renderImportReport, type ImportReport } from '../../formats/importers/write/importReport';
import { readSources, withReports } from '../../formats/importers/readSources';
import { withEnvironment } from '../../formats/importers/write/missingVariables';
import { createRecordedRules, type RecordedRules } from '../../formats/importers/shape/recordedResponses';
import { openSource } from '../../node/files/openSource';
import { createLongRules } from '../../node/rules/longRules';
import { systemClock } from '../../node/run/nodePorts';
import { exitCodes } from '../exitCode';
import { findChains } from '../chainFiles';
import { writeImport, type NamedFile } from './importFiles';
import { printNextStep, printSummary } from './importSummary';
import { printable } from '../paint';
import type { CommandContext } from '../commandContext';
import type { RepairOptions } from '../map/repairCommand';
import { programName } from '../shellWord';

/** What commander gives for `import`. */
export interface ImportOptions extends RepairOptions {
  /** Folder for the new files. */
  readonly output: string;
  /** What folders become; absent for tags, with a proposal for long sources. */
  readonly folders?: FolderStyle;
  /** File for the whole report; absent for none. */
  readonly report?: string;
  /** Names of rules that are not applied to recordings; `all` for none of them. */
  readonly keep: readonly string[];
  readonly json: boolean;
  readonly force: boolean;
  /** Whether responses of the sources are kept as results of the chains. */
  readonly responses: boolean;
  /** Whether chains are to refer to what their recorded responses gave. */
  readonly map: boolean;
}

/** Imports files; resolves to the exit code: 2 when nothing was imported. */
export async function importCommand(
  files: readonly string[],
  options: ImportOptions,
  context: CommandContext,
): Promise<number> {
  if (options.repair && !options.map) {
    throw new UserError('--repair needs --map.', 'Add --map: a repair begins with what the recording says.');
  }
  const longRules = createLongRules();
  try {
    const { signal } = new AbortController();
    const rules = createRecordedRules({ clock: systemClock, longRules, signal });
    return await importFiles(files, options, { context, rules });
  } finally {
    longRules.close();
  }
}

async function importFiles(
  files: readonly string[],
  options: ImportOptions,
  { context, rules }: { readonly context: CommandContext; readonly rules: RecordedRules },
): Promise<number> {
  const { output, folders, report: reportFile, keep, json, force, responses, map, repair } = options;
  const { folder, environment } = context;
  const kept = keptRules(keep);
  const named = files.map((name) => ({ name, open: () => openSource(path.resolve(folder, name), name) }));
  const read = await readSources(named, { keep: kept, rules });
  const sound = read.filter((one) => 'collection' in one);
  const complete = withEnvironment(sound);
  const { composed, sentences } = map
    ? await composeMapped(complete, folders ?? 'tags', rules)
    : { composed: composeImport(complete, { folders: folders ?? 'tags', responses }), sentences: [] };
  const { files: texts, reports, recordings, secrets } = composed;
  const report: ImportReport = {
    formatVersion: 1,
    sources: withReports(read, reports),
  };
  await writeImport(
    path.resolve(folder, output),
    texts,
    reportFile === undefined ? [] : [reportIn(path.resolve(folder, reportFile), report)],
    force,
  );
  process.stdout.write(json && !repair ? asJson(report) : '');
  const written = texts.map(({ path: place }) => path.join(output, place));
  printSummary(report, written, {
    mentionsReport: reportFile === undefined && !json,
    mentionsFolders: folders !== 'tags' && !map,
  });
  sentences.forEach((sentence) => {
    console.error(printable(sentence));
  });
  if (responses && recordings.length > 0) {
    const values = secrets.map(({ value }) => value);
    const { keepResponses } = await import('./importResponses');
    console.error(printable(await keepResponses(recordings, values, { output, folder, rules })));
  }
  if (!repair) {
    const chains = written.filter((file) => file.endsWith('.chain.json'));
    const all = chains.length < 2 ? chains : await findChains([output], folder);
    printNextStep(chains, {
      output,
      hasOthers: all.length > chains.length,
      program: programName(environment),
      run: composed.run,
    });
    return texts.length > 0 ? exitCodes.passed : exitCodes.usage;
  }
  const { repairImport } = await import('./importRepair');
  const { code, repairs } = await repairImport(composed, options, { context, rules });
  process.stdout.write(json ? asJson({ ...report, repairs }) : '');
  return code;
}

/** Chains with references to values of their responses, and remarks on them. */
async function composeMapped(
  sources: readonly ReadSource[],
  folders: FolderStyle,
  rules: RecordedRules,
): Promise<{ readonly composed: ComposedImport; readonly sentences: readonly string[] }> {
  const { mapImport } = await import('../../formats/importers/mapImport');
  const { mappingSentences } = await import('./importMapping');
  const { composed, mapped } = await mapImport(composeImport(sources, { folders, responses: true }), rules);
  return { composed, sentences: mappingSentences(mapped) };
}

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

/** @param file absolute path, whose ending says the form */
function reportIn(file: string, report: ImportReport): NamedFile {
  return { path: file, text: file.endsWith('.json') ? asJson(report) : renderImportReport(report) };
}

function asJson(report: object): string {
  return `${JSON.stringify(report, null, 2)}\n`;
}
