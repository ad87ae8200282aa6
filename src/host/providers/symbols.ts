/**
 * The outline of a chain, and the search for requests and variables over the whole workspace.
 */
import * as vscode from 'vscode';
import type { ChainSymbol } from '../../core/language/symbols';
import { CHAIN_FILES, isTooLong, workspacePathOf } from '../chainDocument';
import type { ChainAnalyses, ChainFiles } from '../services';
import { toRange } from '../textEdits';
import { placesAround, type NavigationServices } from './linkedDocuments';

/** Offers symbols for as long as the returned disposable lives. */
export function registerSymbols(services: NavigationServices): vscode.Disposable {
  const workspace = new WorkspaceSymbols(services.files);
  return vscode.Disposable.from(
    workspace,
    vscode.languages.registerDocumentSymbolProvider(
      CHAIN_FILES,
      { provideDocumentSymbols: (document) => documentSymbols(document, services.analyses) },
      { label: 'Chainwright' },
    ),
    vscode.languages.registerWorkspaceSymbolProvider(workspace),
  );
}

const KIND: Readonly<Record<ChainSymbol['kind'], vscode.SymbolKind>> = {
  request: vscode.SymbolKind.Method,
  extraction: vscode.SymbolKind.Variable,
  constant: vscode.SymbolKind.Constant,
  data: vscode.SymbolKind.Array,
};

async function documentSymbols(
  document: vscode.TextDocument,
  analyses: ChainAnalyses,
): Promise<vscode.DocumentSymbol[]> {
  const { chainSymbols } = await import('../../core/language/symbols');
  const { source } = await analyses.of(document.uri);
  const convert = ({
    kind,
    name,
    detail,
    range,
    nameRange,
    children,
  }: ChainSymbol): vscode.DocumentSymbol => {
    const symbol = new vscode.DocumentSymbol(
      name,
      detail,
      KIND[kind],
      toRange(document, range),
      toRange(document, nameRange),
    );
    symbol.children = children.map(convert);
    return symbol;
  };
  return chainSymbols(source).map(convert);
}

/** A symbol of some chain; its place is computed when it is chosen. */
class ChainSymbolInformation extends vscode.SymbolInformation {
  constructor(
    readonly symbol: ChainSymbol,
    readonly chain: vscode.Uri,
  ) {
    super(
      symbol.name,
      KIND[symbol.kind],
      vscode.workspace.asRelativePath(chain),
      new vscode.Location(chain, new vscode.Position(0, 0)),
    );
  }
}

/** Symbols of all chains, read at the first search and again when a chain changes. */
class WorkspaceSymbols implements vscode.WorkspaceSymbolProvider<ChainSymbolInformation>, vscode.Disposable {
  readonly #known = new Map<string, Promise<readonly ChainSymbol[]>>();
  readonly #watching: vscode.Disposable;

  constructor(readonly files: ChainFiles) {
    this.#watching = files.onDidChange((changed) => {
      changed.forEach((uri) => this.#known.delete(uri.toString()));
    });
  }

  async provideWorkspaceSymbols(
    query: string,
    token: vscode.CancellationToken,
  ): Promise<ChainSymbolInformation[]> {
    const { matchesQuery } = await import('../../core/language/symbols');
    const found: ChainSymbolInformation[] = [];
    for (const chain of await this.files.list()) {
      if (token.isCancellationRequested || found.length >= MAX_SYMBOLS) {
        break;
      }
      const symbols = await this.#symbolsOf(chain);
      found.push(
        ...symbols
          .filter(({ name }) => matchesQuery(query, name))
          .map((symbol) => new ChainSymbolInformation(symbol, chain)),
      );
    }
    return found.slice(0, MAX_SYMBOLS);
  }

  async resolveWorkspaceSymbol(information: ChainSymbolInformation): Promise<ChainSymbolInformation> {
    const { chain, symbol } = information;
    const places = placesAround(chain, this.files);
    const [range] = await places.rangesIn(workspacePathOf(chain), [symbol.nameRange]);
    if (range !== undefined) {
      information.location = new vscode.Location(chain, range);
    }
    return information;
  }

  dispose(): void {
    this.#watching.dispose();
    this.#known.clear();
  }

  #symbolsOf(chain: vscode.Uri): Promise<readonly ChainSymbol[]> {
    const key = chain.toString();
    const known = this.#known.get(key) ?? readSymbols(chain, this.files);
    this.#known.set(key, known);
    return known;
  }
}

/** More would help nobody; the editor asks again for each letter that is typed. */
const MAX_SYMBOLS = 1000;

async function readSymbols(chain: vscode.Uri, files: ChainFiles): Promise<readonly ChainSymbol[]> {
  const [{ allSymbols, chainSymbols }, { createChainReader }] = await Promise.all([
    import('../../core/language/symbols'),
    import('../../core/analysis/readSource'),
  ]);
  try {
    const text = await files.text(chain);
    return isTooLong(text) ? [] : allSymbols(chainSymbols(createChainReader()(text, workspacePathOf(chain))));
  } catch {
    // Gone since it was listed.
    return [];
  }
}
