/** Completion in chain files and authorization matrices. */
import * as vscode from 'vscode';
import type { Suggestion } from '../../core/language/suggestion';
import { outlineChain } from '../../core/outline';
import { CHAIN_FILES, rootOf, workspacePathOf } from '../chainDocument';
import { loadLanguage } from '../lazyBundles';
import { toRange } from '../textEdits';
import { analysisOf } from './insight';
import type { InsightServices } from './insight';
import { placesAround } from './linkedDocuments';

const AUTHZ_FILES: vscode.DocumentFilter = { pattern: '**/*.authz.json' };

/** Offers completion for as long as the returned disposable lives. */
export function registerCompletion(services: InsightServices): vscode.Disposable {
  return vscode.Disposable.from(
    vscode.languages.registerCompletionItemProvider(
      CHAIN_FILES,
      { provideCompletionItems: (document, position) => completeChain(services, document, position) },
      ...['"', '{', '$', '.', '[', '/', ' '],
    ),
    vscode.languages.registerCompletionItemProvider(
      AUTHZ_FILES,
      { provideCompletionItems: (document, position) => completeAuthz(services, document, position) },
      ...['"', '#', '/'],
    ),
  );
}

async function completeChain(
  services: InsightServices,
  document: vscode.TextDocument,
  position: vscode.Position,
): Promise<vscode.CompletionItem[]> {
  const { completeChain: complete, lastResponse, relativePath } = await loadLanguage();
  const analysis = await analysisOf(document, services);
  if (analysis === undefined) {
    return [];
  }
  const { uri } = document;
  const { last } = services;
  const own = workspacePathOf(uri);
  const suggestions = complete(
    {
      analysis,
      known: last.values(uri),
      responseOf: (requestId) => lastResponse(last.of(uri, requestId)),
      environments: await environmentNames(services, uri),
      chains: (await otherChains(services, uri)).map((file) => relativePath(own, file)),
    },
    document.offsetAt(position),
  );
  return toItems(document, suggestions);
}

async function completeAuthz(
  services: InsightServices,
  document: vscode.TextDocument,
  position: vscode.Position,
): Promise<vscode.CompletionItem[]> {
  const { chainNamedAt, completeAuthz: complete, readAuthzSource } = await loadLanguage();
  const { uri } = document;
  const source = readAuthzSource(document.getText(), workspacePathOf(uri));
  const offset = document.offsetAt(position);
  const chain = chainNamedAt(source, offset);
  const context = {
    source,
    chains: await otherChains(services, uri),
    environments: await environmentNames(services, uri),
  };
  const ids =
    chain === undefined ? [] : await requestIds(services, placesAround(uri, services.files).uriOf(chain));
  return toItems(document, complete(context, offset, ids));
}

async function environmentNames(
  { environments }: InsightServices,
  uri: vscode.Uri,
): Promise<readonly string[]> {
  return (await environments.available(uri)).map(({ name }) => name);
}

/** Workspace paths of the chains in the same folder of the workspace. */
async function otherChains({ files }: InsightServices, uri: vscode.Uri): Promise<readonly string[]> {
  const root = rootOf(uri).toString();
  return (await files.list())
    .filter((file) => file.toString() !== uri.toString() && rootOf(file).toString() === root)
    .map(workspacePathOf);
}

async function requestIds({ files }: InsightServices, chain: vscode.Uri): Promise<readonly string[]> {
  try {
    return outlineChain(await files.text(chain)).requests.map(({ id }) => id);
  } catch {
    // There is no such chain; the diagnostics say so.
    return [];
  }
}

const KIND: Readonly<Record<Suggestion['kind'], vscode.CompletionItemKind>> = {
  variable: vscode.CompletionItemKind.Variable,
  builtIn: vscode.CompletionItemKind.Function,
  name: vscode.CompletionItemKind.Field,
  value: vscode.CompletionItemKind.Value,
  file: vscode.CompletionItemKind.File,
  environment: vscode.CompletionItemKind.EnumMember,
  path: vscode.CompletionItemKind.Property,
};

function toItems(document: vscode.TextDocument, suggestions: readonly Suggestion[]): vscode.CompletionItem[] {
  return suggestions.map(({ kind, label, text, isSnippet, range, filter, detail }, index) => {
    const item = new vscode.CompletionItem(
      detail === undefined ? label : { label, description: detail },
      KIND[kind],
    );
    item.insertText = isSnippet ? new vscode.SnippetString(text) : text;
    item.range = toRange(document, range);
    item.filterText = filter;
    item.sortText = String(index).padStart(6, '0');
    return item;
  });
}
