/** What completion in chains and in matrices has in common: suggestions as items, and names around a file. */
import * as vscode from 'vscode';
import type { Suggestion } from '../../core/language/suggestion';
import { rootOf, workspacePathOf } from '../chainDocument';
import type { ChainFiles, Environments } from '../services';
import { toRange } from '../textEdits';

/** Suggestions as VS Code offers them, in their order. */
export function completionItems(
  document: vscode.TextDocument,
  suggestions: readonly Suggestion[],
): vscode.CompletionItem[] {
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

/** Names of the environments that a file can be used with, nearest first. */
export async function environmentNames(
  { environments }: { readonly environments: Environments },
  uri: vscode.Uri,
): Promise<readonly string[]> {
  return (await environments.available(uri)).map(({ name }) => name);
}

/** Workspace paths of the chains in the same folder of the workspace. */
export async function otherChains(
  { files }: { readonly files: ChainFiles },
  uri: vscode.Uri,
): Promise<readonly string[]> {
  const root = rootOf(uri).toString();
  return (await files.list())
    .filter((file) => file.toString() !== uri.toString() && rootOf(file).toString() === root)
    .map(workspacePathOf);
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
