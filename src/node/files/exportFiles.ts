/**
 * The files that an export is made from: the texts of a chain and of those that it requires, its environment, and
 * how files that it names are called from where the export is written.
 */
import path from 'node:path';
import { defined } from '../../core/defined';
import type { Environment } from '../../core/model';
import type { LoadedChain } from '../../core/run/plan';
import { loadRun, type RunFiles } from './loadRun';
import { readWorkspaceText } from './workspaceText';

/** What was read. */
export interface ExportFiles {
  /** The chain last, before it those that it requires. */
  readonly chains: readonly ExportFile[];
  /** The chains that they run as steps. */
  readonly called: readonly ExportFile[];
  readonly environment?: Environment;
  /** Names of the columns of the chain's rows of data, in their order; absent without rows. */
  readonly columns?: readonly string[];
  /** A file that a chain names, by its path from the folder of the exported file; `/` as separator. */
  readonly pathTo: (chainFile: string, name: string) => string;
  /** Name of the exported file. */
  readonly target: string;
}

/** A chain file; `file` is its workspace path. */
interface ExportFile {
  readonly file: string;
  readonly text: string;
}

/**
 * Reads what a chain is exported from.
 *
 * @param target absolute path of the exported file
 * @throws UserError when a file is missing, invalid or outside the workspace
 */
export async function readExportFiles(place: Omit<RunFiles, 'chain'>, target: string): Promise<ExportFiles> {
  const { file, text, workspace } = place;
  const { main, required, called, loaded, data } = await loadRun(place, new Map());
  const read = async ({ file: name }: LoadedChain): Promise<ExportFile> => ({
    file: name,
    text: await readWorkspaceText(path.resolve(workspace, name), workspace),
  });
  const calls = [...called.values()];
  const before = new Map(
    [...required, ...calls.flatMap((one) => one.required)].map((one) => [one.file, one]),
  );
  const own = { file: main.file, text: text ?? (await readWorkspaceText(file, workspace)) };
  return {
    chains: [...(await Promise.all([...before.values()].map(read))), own],
    called: await Promise.all(calls.map((one) => read(one.loaded))),
    ...defined({ environment: loaded?.environment, columns: data?.columns }),
    pathTo: (chainFile, name) => pathFrom(target, path.resolve(workspace, path.dirname(chainFile), name)),
    target: path.basename(target),
  };
}

function pathFrom(target: string, file: string): string {
  return path.relative(path.dirname(target), file).split(path.sep).join('/');
}
