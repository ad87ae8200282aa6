/** Completion in chain files. Matrices have their own, in the bundle of authorization tests. */
import * as vscode from 'vscode';
import { unlessFaulty } from '../../core/errors';
import { CHAIN_FILES, rootOf, workspacePathOf } from '../chainDocument';
import { sayOrTranslate } from '../say';
import { findFiles } from '../findFiles';
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
  const [{ completeChain: complete }, { describedWords }, { lastResponse }, { relativePath }] =
    await Promise.all([
      import('../../core/language/completion'),
      import('../../core/language/describedWords'),
      import('../../core/language/lastResponse'),
      import('../../core/language/chainPaths'),
    ]);
  const analysis = await analysisOf(document, services);
  if (analysis === undefined) {
    return new vscode.CompletionList();
  }
  const { uri } = document;
  const { last } = services;
  const offset = document.offsetAt(position);
  const own = workspacePathOf(uri);
  const before = document.lineAt(position).text.slice(0, position.character);
  const suggestions = complete(
    {
      analysis,
      known: last.values(uri),
      responseOf: (requestId) => lastResponse(last.answered(uri, requestId)),
      environments: await environmentNames(services, uri),
      chains: (await otherChains(services, uri)).map((file) => relativePath(own, file)),
      say: sayOrTranslate,
      described: await unlessFaulty(describedWords(analysis, offset)),
      dataFiles: DATA.test(before) ? (await dataFiles(uri)).map((file) => relativePath(own, file)) : [],
    },
    offset,
  );
  return new vscode.CompletionList(completionItems(document, suggestions), BEGUN.test(before));
}

/** Where the file of rows is being written. */
const DATA = /"data"\s*:\s*"[^"]*$/;

/** Workspace paths of files that may have rows of data. A `.json` file may be anything, so it is not among them. */
async function dataFiles(uri: vscode.Uri): Promise<readonly string[]> {
  const found = await findFiles(new vscode.RelativePattern(rootOf(uri), '**/*.{csv,jsonl}'));
  return found.slice(0, MOST_FILES).map(workspacePathOf).sort();
}

/** Files that are offered. */
const MOST_FILES = 200;

/** The beginning of a built-in: what is offered grows when it becomes `$random`. */
const BEGUN = /\{\{\s*\$[a-z]{0,6}$/;
