/**
 * `chainwright import --map --repair`: each chain that was imported with responses is run and repaired, and written as far
 * as that helped. What is left is a short list of what a person has to decide.
 */
import path from 'node:path';
import { UserError } from '../../core/errors';
import { referToOrigin } from '../../core/edit/baseUrl';
import { applyEdits } from '../../core/edit/textEdit';
import { readChainOnly } from '../../core/files/chainFile';
import { sessionOfResult } from '../../core/mapping/read/sessionFromResult';
import { variablesOf } from '../../formats/importers/mapImport';
import type { RecordedRules } from '../../formats/importers/shape/recordedResponses';
import type { ComposedImport } from '../../formats/importers/write/composeImport';
import { recordedResult, type ChainRecording } from '../../formats/importers/write/recordedResult';
import { loadEnvironment } from '../../node/files/loadChain';
import { writeOutputFile } from '../../node/files/outputFile';
import { workspaceOf } from '../../node/files/workspaceOf';
import type { CommandContext } from '../commandContext';
import { exitCodes, worstExitCode } from '../exitCode';
import { colours, printable } from '../paint';
import { repairFile, repairWords, type RepairOptions, type RepairSource } from '../map/repairCommand';
import { repairJson, type RepairJson } from '../map/repairJson';
import { renderRepair } from '../map/repairText';
import { programName, shellWord } from '../shellWord';

/** What an import was made with. */
export interface ImportContext {
  readonly context: CommandContext;
  readonly rules: RecordedRules;
}

/** The outcome of all repairs. */
export interface ImportRepairs {
  readonly code: number;
  readonly repairs: readonly (RepairJson & { readonly file: string })[];
}

/** The variable by which an environment says where an API is. */
const BASE_URL = 'baseUrl';

/**
 * Repairs the chains of an import, which are written by then; shows the outcomes unless a program reads them. Rejects
 * with UserError where nothing may be sent.
 */
export async function repairImport(
  { files, recordings }: Pick<ComposedImport, 'files' | 'recordings'>,
  options: RepairOptions & { readonly output: string; readonly json: boolean },
  { context, rules }: ImportContext,
): Promise<ImportRepairs> {
  if (recordings.length === 0) {
    throw new UserError(
      'Nothing was repaired: no request has a response in these files.',
      'Run the chains, then repair them by their results: chainwright map <chain> --repair.',
    );
  }
  const codes: number[] = [];
  const repairs: (RepairJson & { file: string })[] = [];
  for (const recording of recordings) {
    const file = path.resolve(context.folder, options.output, recording.path);
    const written = files.find((one) => one.path === recording.path)?.text ?? '';
    const { shown, applied, code } = await withWayOn({ file, options, context }, async () => {
      const text = await withBaseUrl(written, file, options, context);
      const source = await sourceOf(recording, { file, text, rules });
      return await repairFile(source, options, true, context);
    });
    codes.push(code);
    repairs.push({ file: recording.path, ...repairJson(shown, applied) });
    if (!options.json) {
      const paint = colours(process.stdout, context.environment);
      process.stdout.write(`${paint.bold(printable(recording.path))}\n${renderRepair(shown, paint)}`);
    }
    if (code === exitCodes.cancelled) {
      break;
    }
  }
  return { code: worstExitCode(codes), repairs };
}

/** A repair of a chain that was written, and so cannot be imported again: an error says how it is repaired alone. */
async function withWayOn<Repaired>(
  { file, options, context }: { file: string; options: RepairOptions; context: CommandContext },
  repair: () => Promise<Repaired>,
): Promise<Repaired> {
  try {
    return await repair();
  } catch (error) {
    if (!(error instanceof UserError)) {
      throw error;
    }
    const words = ['map', path.relative(context.folder, file), ...repairWords(options), '--apply'];
    const command = [programName(context.environment), ...words.map((word) => shellWord(word))].join(' ');
    throw new UserError(
      error.what,
      `${error.todo} The chain is written. Repair it with: ${command}`,
      error.place,
    );
  }
}

/** The chain with the base URL of its environment in the place of the recorded origin, where the environment has one. */
async function withBaseUrl(
  text: string,
  file: string,
  { environment }: RepairOptions,
  { folder }: CommandContext,
): Promise<string> {
  if (environment === undefined) {
    return text;
  }
  const loaded = await loadEnvironment(environment, file, await workspaceOf(file, folder));
  const edits = BASE_URL in loaded.environment.variables ? referToOrigin(text, BASE_URL) : [];
  if (edits.length === 0) {
    return text;
  }
  const changed = applyEdits(text, edits);
  await writeOutputFile('The chain', file, changed);
  console.error(
    printable(`${path.basename(file)}: requests begin with {{${BASE_URL}}}, which ${environment} defines.`),
  );
  return changed;
}

interface WrittenChain {
  readonly file: string;
  readonly text: string;
  readonly rules: RecordedRules;
}

async function sourceOf(
  recording: ChainRecording,
  { file, text, rules }: WrittenChain,
): Promise<RepairSource> {
  const result = await recordedResult(recording, recording.path, rules);
  const requests = readChainOnly(text, file).chain?.requests ?? [];
  const indices = new Map(requests.map(({ id }, index) => [id, index]));
  return {
    steps: sessionOfResult(result),
    chain: {
      file,
      text,
      taken: variablesOf(text),
      indexOf: (entry) => indices.get(result.requests[entry]?.request.id ?? ''),
    },
  };
}
