/**
 * What a fix of a chain's problem is made from and what it does in the editor, for quick fixes and forms alike.
 */
import * as vscode from 'vscode';
import type { ChainAnalysis } from '../../core/analysis/analysis';
import { defined } from '../../core/defined';
import type { TextEdit } from '../../core/edit/textEdit';
import type { Fix, FixContext } from '../../core/language/fix';
import { say } from '../say';
import type { Environments, LastResults } from '../services';
import { placesAround, type NavigationServices, type Places } from './linkedDocuments';

/** What fixes are made from. */
export interface FixServices extends NavigationServices {
  readonly last: LastResults;
  readonly environments: Environments;
  readonly log: vscode.LogOutputChannel;
}

/** The current input for the fixes of a chain. */
export async function fixContext(
  { environments, files, last }: FixServices,
  chain: vscode.Uri,
  analysis: ChainAnalysis,
): Promise<FixContext> {
  const { lastResponse } = await import('../../core/language/lastResponse');
  const { environment } = analysis.surroundings;
  const available = await environments.available(chain);
  const environmentText =
    environment === undefined
      ? undefined
      : await files.text(placesAround(chain, files).uriOf(environment.file));
  return {
    analysis,
    say,
    lastResponse: (id) => lastResponse(last.answered(chain, id)),
    environments: available.map(({ name }) => name),
    ...defined({ environmentText }),
  };
}

/** What a fix changes. */
export async function fixEdit({ change }: Fix, places: Places): Promise<vscode.WorkspaceEdit> {
  const edit = new vscode.WorkspaceEdit();
  switch (change.kind) {
    case 'edit':
      await addEdits(edit, { file: change.file, edits: change.edits(), places });
      break;
    case 'create':
      edit.createFile(places.uriOf(change.file), { contents: new TextEncoder().encode(change.content) });
      break;
    case 'storeAsSecret':
      break;
  }
  return edit;
}

async function addEdits(
  edit: vscode.WorkspaceEdit,
  {
    file,
    edits,
    places,
  }: { readonly file: string; readonly edits: readonly TextEdit[]; readonly places: Places },
): Promise<void> {
  const replaced = edits.map(({ offset, length }) => ({ start: offset, end: offset + length }));
  const ranges = await places.rangesIn(file, replaced);
  ranges.forEach((range, index) => edit.replace(places.uriOf(file), range, edits[index]?.text ?? ''));
}
