/** Links from chains, environments and authorization matrices to the files they name. */
import * as vscode from 'vscode';
import type { FileLink } from '../../core/language/links';
import { outlineChain } from '../../core/files/outline';
import { isChainFile, workspacePathOf } from '../chainDocument';
import { toRange } from '../textEdits';
import { LINKED_DOCUMENTS, placesAround, type NavigationServices } from './linkedDocuments';

/** Offers links for as long as the returned disposable lives. */
export function registerLinks(services: NavigationServices): vscode.Disposable {
  return vscode.languages.registerDocumentLinkProvider(LINKED_DOCUMENTS, {
    provideDocumentLinks: (document) => provideLinks(services, document),
    resolveDocumentLink: (link: ChainwrightLink) => resolveLink(services, link),
  });
}

class ChainwrightLink extends vscode.DocumentLink {
  constructor(
    range: vscode.Range,
    target: vscode.Uri,
    /** Id of the request to show there. */
    readonly request: string | undefined,
  ) {
    // A link without target is resolved before it is followed.
    super(range, request === undefined ? target : undefined);
    this.file = target;
  }
  readonly file: vscode.Uri;
}

async function provideLinks(
  { files, analyses }: NavigationServices,
  document: vscode.TextDocument,
): Promise<ChainwrightLink[]> {
  const [{ authzLinks, chainLinks, environmentLinks }, { readAuthzSource }] = await Promise.all([
    import('../../core/language/links'),
    import('../../core/language/authzSource'),
  ]);
  const { uri } = document;
  const file = workspacePathOf(uri);
  const linksOf = async (): Promise<readonly FileLink[]> => {
    if (isChainFile(uri)) {
      return chainLinks(await analyses.of(uri));
    }
    return file.endsWith('.authz.json')
      ? authzLinks(readAuthzSource(document.getText(), file))
      : environmentLinks(document.getText(), file);
  };
  const { uriOf } = placesAround(uri, files);
  return (await linksOf()).map(
    ({ range, target, request }) => new ChainwrightLink(toRange(document, range), uriOf(target), request),
  );
}

/** Adds the line of the request. A request that is not there leads to its chain. */
async function resolveLink({ files }: NavigationServices, link: ChainwrightLink): Promise<ChainwrightLink> {
  const { file, request } = link;
  const { rangesIn } = placesAround(file, files);
  try {
    const found = outlineChain(await files.text(file)).requests.find(({ id }) => id === request);
    const [range] = await rangesIn(workspacePathOf(file), found === undefined ? [] : [found.range]);
    link.target = range === undefined ? file : file.with({ fragment: `L${range.start.line + 1}` });
  } catch {
    // Following the link says that the file is not there.
    link.target = file;
  }
  return link;
}
