/** The chains of a workspace that require another one or run it as a step. */
import * as path from 'node:path';
import type * as vscode from 'vscode';
import { namedChains } from '../../core/analysis/chainSource';
import { rootOf, workspacePathOf } from '../chainDocument';
import { analysisOrNothing, readOrNothing } from '../providers/linkedDocuments';
import type { ChainAnalyses, ChainFiles } from '../services';

/** Workspace paths of the chains that name a chain; only those whose text mentions its file are analysed. */
export async function chainUsers(
  chain: vscode.Uri,
  services: {
    readonly files: Pick<ChainFiles, 'list' | 'text'>;
    readonly analyses: Pick<ChainAnalyses, 'of'>;
  },
): Promise<readonly string[]> {
  const root = rootOf(chain).toString();
  const file = workspacePathOf(chain);
  const name = path.posix.basename(file);
  const inFolder = (await services.files.list()).filter((uri) => rootOf(uri).toString() === root);
  const read = await Promise.all(inFolder.map((uri) => readOrNothing(uri, services.files)));
  // The name may be written with escapes.
  const mentioning = read.flat().filter(({ text }) => text.includes(name) || text.includes('\\u'));
  const analyses = await Promise.all(mentioning.map(({ uri }) => analysisOrNothing(uri, services)));
  return analyses
    .flat()
    .filter(({ source }) => source.file !== file && namedChains(source).includes(file))
    .map(({ source }) => source.file);
}
