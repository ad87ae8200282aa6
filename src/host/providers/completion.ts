/** Completion in chain files. Matrices have their own, in the bundle of authorization tests. */
import * as vscode from 'vscode';
import { CHAIN_FILES, workspacePathOf } from '../chainDocument';
import { completionItems, environmentNames, otherChains } from './completionItems';
import { analysisOf, type InsightServices } from './insight';

/** Offers completion for as long as the returned disposable lives. */
export function registerCompletion(services: InsightServices): vscode.Disposable {
  return vscode.languages.registerCompletionItemProvider(
    CHAIN_FILES,
    { provideCompletionItems: (document, position) => completeChain(services, document, position) },
    ...['"', '{', '$', '.', '[', '/', ' '],
  );
}

async function completeChain(
  services: InsightServices,
  document: vscode.TextDocument,
  position: vscode.Position,
): Promise<vscode.CompletionList> {
  const [{ completeChain: complete }, { lastResponse }, { relativePath }] = await Promise.all([
    import('../../core/language/completion'),
    import('../../core/language/lastResponse'),
    import('../../core/language/chainPaths'),
  ]);
  const analysis = await analysisOf(document, services);
  if (analysis === undefined) {
    return new vscode.CompletionList();
  }
  const { uri } = document;
  const { last } = services;
  const own = workspacePathOf(uri);
  const suggestions = complete(
    {
      analysis,
      known: last.values(uri),
      responseOf: (requestId) => lastResponse(last.answered(uri, requestId)),
      environments: await environmentNames(services, uri),
      chains: (await otherChains(services, uri)).map((file) => relativePath(own, file)),
    },
    document.offsetAt(position),
  );
  const before = document.lineAt(position).text.slice(0, position.character);
  return new vscode.CompletionList(completionItems(document, suggestions), BEGUN.test(before));
}

/** The beginning of a built-in: what is offered grows when it becomes `$random`. */
const BEGUN = /\{\{\s*\$[a-z]{0,6}$/;
