/**
 * Go to definition, find references and highlights in chains, environments and authorization matrices.
 */
import * as vscode from 'vscode';
import type { FileRange } from '../../core/language/navigation';
import type { LinkedFiles, Occurrence } from '../../core/language/linkedFiles';
import type { Subject } from '../../core/language/subject';
import { isChainFile } from '../chainDocument';
import { toRange } from '../textEdits';
import {
  LINKED_DOCUMENTS,
  analysisOrNothing,
  fileOffset,
  filesMentioning,
  ownFiles,
  placesAround,
  type NavigationServices,
  type Places,
} from './linkedDocuments';

/** Offers navigation for as long as the returned disposable lives. */
export function registerNavigation(services: NavigationServices): vscode.Disposable {
  return vscode.Disposable.from(
    vscode.languages.registerDefinitionProvider(LINKED_DOCUMENTS, {
      provideDefinition: (document, position) => provideDefinition(services, document, position),
    }),
    vscode.languages.registerReferenceProvider(LINKED_DOCUMENTS, {
      provideReferences: (document, position, { includeDeclaration }) =>
        provideReferences(services, { document, position, includeDeclaration }),
    }),
    vscode.languages.registerDocumentHighlightProvider(LINKED_DOCUMENTS, {
      provideDocumentHighlights: (document, position) => provideHighlights(services, document, position),
    }),
  );
}

async function provideDefinition(
  services: NavigationServices,
  document: vscode.TextDocument,
  position: vscode.Position,
): Promise<vscode.LocationLink[]> {
  const { findDefinitions, subjectAt } = await import('../../core/language/navigation');
  const at = fileOffset(document, position);
  const own = await ownFiles(document, services);
  const subject = subjectAt(own, at);
  if (subject === undefined) {
    return [];
  }
  const files = await filesToSearch(subject, { own, document, services });
  const found = findDefinitions(files, at);
  const places = placesAround(document.uri, services.files);
  return found === undefined
    ? []
    : (await locationsOf(found.places, places)).map(({ uri, range }) => ({
        originSelectionRange: toRange(document, found.origin),
        targetUri: uri,
        targetRange: range,
      }));
}

/** A chain knows what it sees; from elsewhere the chains that are named must be looked up. */
async function filesToSearch(
  subject: Subject,
  {
    own,
    document,
    services,
  }: {
    readonly own: LinkedFiles;
    readonly document: vscode.TextDocument;
    readonly services: NavigationServices;
  },
): Promise<LinkedFiles> {
  if (isChainFile(document.uri) || subject.kind === 'chain') {
    return own;
  }
  if (subject.kind !== 'request') {
    return filesMentioning([subject.name], document, services);
  }
  const { uriOf } = placesAround(document.uri, services.files);
  return { ...own, chains: await analysisOrNothing(uriOf(subject.chain), services) };
}

/** A place in a document, and whether definitions count among the references. */
export interface ReferenceQuestion {
  readonly document: vscode.TextDocument;
  readonly position: vscode.Position;
  readonly includeDeclaration: boolean;
}

/** Every place in the workspace folder that names the variable or request at a position. */
export async function provideReferences(
  services: NavigationServices,
  { document, position, includeDeclaration }: ReferenceQuestion,
): Promise<vscode.Location[]> {
  const { findReferences, subjectAt } = await import('../../core/language/navigation');
  const at = fileOffset(document, position);
  const subject = subjectAt(await ownFiles(document, services), at);
  if (subject?.kind !== 'variable' && subject?.kind !== 'request') {
    return [];
  }
  const name = subject.kind === 'request' ? subject.id : subject.name;
  const files = await filesMentioning([name], document, services);
  const occurrences = findReferences(files, at).filter(({ role }) => includeDeclaration || role === 'use');
  return locationsOf(occurrences, placesAround(document.uri, services.files));
}

async function provideHighlights(
  services: NavigationServices,
  document: vscode.TextDocument,
  position: vscode.Position,
): Promise<vscode.DocumentHighlight[]> {
  const { findHighlights } = await import('../../core/language/navigation');
  const occurrences = findHighlights(await ownFiles(document, services), fileOffset(document, position));
  return occurrences.map(
    ({ range, role }) => new vscode.DocumentHighlight(toRange(document, range), KIND[role]),
  );
}

const KIND: Readonly<Record<Occurrence['role'], vscode.DocumentHighlightKind>> = {
  definition: vscode.DocumentHighlightKind.Write,
  use: vscode.DocumentHighlightKind.Read,
};

/** Places as the editor names them, in the same order; files that are not there are left out. */
async function locationsOf(found: readonly FileRange[], places: Places): Promise<vscode.Location[]> {
  const files = [...new Set(found.map(({ file }) => file))];
  const located = await Promise.all(
    files.map(async (file) => {
      const ranges = found.filter((one) => one.file === file).map(({ range }) => range);
      try {
        const uri = places.uriOf(file);
        return (await places.rangesIn(file, ranges)).map((range) => new vscode.Location(uri, range));
      } catch {
        // Named, but not there: the diagnostics say so.
        return [];
      }
    }),
  );
  return located.flat();
}
