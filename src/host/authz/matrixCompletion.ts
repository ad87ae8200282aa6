/** Completion in authorization matrices, where the schema cannot know: names of the matrix, its chains and their parts. */
import * as vscode from 'vscode';
import { readAuthzSource, type AuthzSource } from '../../core/language/authzSource';
import type { Suggestion } from '../../core/language/suggestion';
import { outlineChain } from '../../core/files/outline';
import { workspacePathOf } from '../chainDocument';
import { completionItems, environmentNames, otherChains } from '../providers/completionItems';
import { placesAround } from '../providers/linkedDocuments';
import { readTextAround } from '../providers/matrixProblems';
import type { ChainFiles, Environments, LastResults } from '../services';
import { MATRIX_FILES } from './matrixDocument';
import { chainNamedAt, completeAuthz } from '../../core/language/authzCompletion';
import { completeNames } from '../../core/language/authzNames';
import { lastResponse } from '../../core/language/lastResponse';
import { readNamedChains } from '../../core/authz/matrix/readNamedChains';

/** What completion reads. */
export interface MatrixCompletionServices {
  readonly files: ChainFiles;
  readonly environments: Environments;
  readonly last: LastResults;
}

/** Offers completion for as long as the returned disposable lives. */
export function registerMatrixCompletion(services: MatrixCompletionServices): vscode.Disposable {
  return vscode.languages.registerCompletionItemProvider(
    { pattern: MATRIX_FILES },
    { provideCompletionItems: (document, position) => complete(services, document, position) },
    ...['"', '#', '/', '$', '.'],
  );
}

async function complete(
  services: MatrixCompletionServices,
  document: vscode.TextDocument,
  position: vscode.Position,
): Promise<vscode.CompletionItem[]> {
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
  const named = completeAuthz(context, offset, ids);
  return completionItems(
    document,
    named.length > 0 ? named : await namesIn(services, uri, { source, offset }),
  );
}

/** What the matrix can name of itself and of what its chains extract and answer. */
async function namesIn(
  { files, last }: MatrixCompletionServices,
  uri: vscode.Uri,
  { source, offset }: { readonly source: AuthzSource; readonly offset: number },
): Promise<readonly Suggestion[]> {
  const { file, text, requests } = source;
  const { uriOf } = placesAround(uri, files);
  const named = new Set(requests.flatMap(({ chain }) => chain ?? []));
  const chains = await readNamedChains([...named], readTextAround(uri, files));
  return completeNames(
    { text, file, offset },
    {
      chains,
      responseOf: ({ chain, id = '' }) => lastResponse(last.answered(uriOf(chain), id)),
    },
  );
}

async function requestIds(
  { files }: MatrixCompletionServices,
  chain: vscode.Uri,
): Promise<readonly string[]> {
  try {
    return outlineChain(await files.text(chain)).requests.map(({ id }) => id);
  } catch {
    // The chain does not exist; the diagnostics say so.
    return [];
  }
}
