/**
 * The files that an export is made from: the texts of a chain and of those that it requires, its environment, and
 * how files that it names are called from where the export is written.
 */
import path from 'node:path';
import { defined } from '../../core/defined';
import type { Environment } from '../../core/model';
import { loadRun, type RunFiles } from './loadRun';
import { readWorkspaceText } from './workspaceText';

/** What was read. */
export interface ExportFiles {
  /** The chain last, before it those that it requires; `file` is a workspace path. */
  readonly chains: readonly { readonly file: string; readonly text: string }[];
  readonly environment?: Environment;
  /** A file that a chain names, by its path from the folder of the exported file; `/` as separator. */
  readonly pathTo: (chainFile: string, name: string) => string;
  /** Name of the exported file. */
  readonly target: string;
}

/**
 * Reads what a chain is exported from.
 *
 * @param target absolute path of the exported file
 * @throws UserError when a file is missing, invalid or outside the workspace
 */
export async function readExportFiles(place: Omit<RunFiles, 'chain'>, target: string): Promise<ExportFiles> {
  const { file, text, workspace } = place;
  const { main, required, loaded } = await loadRun(place, new Map());
  const chains: { file: string; text: string }[] = [];
  for (const one of required) {
    chains.push({
      file: one.file,
      text: await readWorkspaceText(path.resolve(workspace, one.file), workspace),
    });
  }
  chains.push({ file: main.file, text: text ?? (await readWorkspaceText(file, workspace)) });
  return {
    chains,
    ...defined({ environment: loaded?.environment }),
    pathTo: (chainFile, name) => pathFrom(target, path.resolve(workspace, path.dirname(chainFile), name)),
    target: path.basename(target),
  };
}

function pathFrom(target: string, file: string): string {
  return path.relative(path.dirname(target), file).split(path.sep).join('/');
}
