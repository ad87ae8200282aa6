/**
 * The files around a document that may name the same variables and requests: those of its workspace
 * folder, or the document alone outside of one. Offsets there, places of the editor here.
 *
 * A workspace may hold thousands of chains: only those whose text mentions one of the names in question
 * are analysed.
 */
import * as vscode from 'vscode';
import type { FileOffset, LinkedFiles } from '../../core/language/linkedFiles';
import type { TextRange } from '../../core/problem';
import { isChainFile, rootOf, workspacePathOf } from '../chainDocument';
import { findFiles } from '../findFiles';
import type { ChainAnalyses, ChainFiles } from '../services';
import { lineRanges, linesOf, type Lines } from './lineRanges';

/** Documents that name variables and requests, whatever their language mode and wherever they come from. */
export const LINKED_DOCUMENTS: vscode.DocumentSelector = [
  { pattern: '**/*.chain.json' },
  { pattern: '**/*.environment.json' },
  { pattern: '**/*.authz.json' },
  { pattern: '**/http-client.env.json' },
  { pattern: '**/http-client.private.env.json' },
];

/** What navigation asks. */
export interface NavigationServices {
  readonly files: ChainFiles;
  readonly analyses: ChainAnalyses;
}

/** Turns workspace paths into addresses and offsets into ranges. */
export interface Places {
  /** The address of a workspace path. */
  readonly uriOf: (file: string) => vscode.Uri;
  /** The lines and columns of ranges of a file, in its current text. */
  readonly rangesIn: (file: string, ranges: readonly TextRange[]) => Promise<readonly vscode.Range[]>;
}

/** A position of a document as the pure functions name it. */
export function fileOffset(document: vscode.TextDocument, position: vscode.Position): FileOffset {
  return { file: workspacePathOf(document.uri), offset: document.offsetAt(position) };
}

/** The places of a document's workspace folder; each file is read once at most. */
export function placesAround(document: vscode.Uri, files: ChainFiles): Places {
  const root = rootOf(document);
  const uriOf = (file: string): vscode.Uri =>
    file.startsWith('/') ? document.with({ path: file }) : vscode.Uri.joinPath(root, file);
  const read = async (file: string): Promise<Lines> => linesOf(file, await files.text(uriOf(file)));
  const known = new Map<string, Promise<Lines>>();
  return {
    uriOf,
    rangesIn: async (file, ranges) => {
      const lines = known.get(file) ?? read(file);
      known.set(file, lines);
      return lineRanges(await lines, ranges);
    },
  };
}

/** The document alone, a chain with what it sees. */
export async function ownFiles(
  document: vscode.TextDocument,
  { analyses }: NavigationServices,
): Promise<LinkedFiles> {
  const { uri } = document;
  if (isChainFile(uri)) {
    return { ...NO_FILES, chains: [await analyses.of(uri)] };
  }
  return readLinked(uri, document.getText());
}

/** The document and every file of its folder that mentions one of the words. */
export async function filesMentioning(
  words: readonly string[],
  document: vscode.TextDocument,
  services: NavigationServices,
): Promise<LinkedFiles> {
  const own = document.uri.toString();
  const mentioning = await filesWith(words, document, services);
  const parts = await Promise.all(
    mentioning.map(async ({ uri, text }): Promise<LinkedFiles> =>
      isChainFile(uri)
        ? { ...NO_FILES, chains: await analysisOrNothing(uri, services) }
        : readLinked(uri, uri.toString() === own ? document.getText() : text),
    ),
  );
  return {
    chains: parts.flatMap(({ chains }) => chains),
    environments: parts.flatMap(({ environments }) => environments),
    authz: parts.flatMap(({ authz }) => authz),
  };
}

const NO_FILES: LinkedFiles = { chains: [], environments: [], authz: [] };
const OTHER_FILES = '**/{*.environment.json,*.authz.json,http-client.env.json,http-client.private.env.json}';

/** A file with its text. */
export interface FoundFile {
  readonly uri: vscode.Uri;
  readonly text: string;
}

async function filesWith(
  words: readonly string[],
  document: vscode.TextDocument,
  { files }: NavigationServices,
): Promise<readonly FoundFile[]> {
  const own = document.uri.toString();
  const folder = vscode.workspace.getWorkspaceFolder(document.uri);
  const inFolder = folder === undefined ? [] : await filesOf(folder, files);
  const others = inFolder.filter((uri) => uri.toString() !== own);
  const read = await Promise.all(others.map((uri) => readOrNothing(uri, files)));
  const mentions = ({ text }: FoundFile): boolean =>
    // A name may be written with escapes; such a file is looked at in any case.
    text.includes('\\u') || words.some((word) => text.includes(word));
  return [{ uri: document.uri, text: document.getText() }, ...read.flat().filter(mentions)];
}

async function filesOf(folder: vscode.WorkspaceFolder, files: ChainFiles): Promise<readonly vscode.Uri[]> {
  const [chains, others] = await Promise.all([
    files.list(),
    findFiles(new vscode.RelativePattern(folder, OTHER_FILES)),
  ]);
  const isInside = (uri: vscode.Uri): boolean => rootOf(uri).toString() === folder.uri.toString();
  return [...chains.filter(isInside), ...others];
}

/** Reads a file that may have gone since it was listed. */
export async function readOrNothing(
  uri: vscode.Uri,
  files: Pick<ChainFiles, 'text'>,
): Promise<readonly FoundFile[]> {
  try {
    return [{ uri, text: await files.text(uri) }];
  } catch {
    return [];
  }
}

/** The analysis of a chain; none when the file does not exist. */
export async function analysisOrNothing(
  uri: vscode.Uri,
  { analyses }: { readonly analyses: Pick<ChainAnalyses, 'of'> },
): Promise<LinkedFiles['chains']> {
  try {
    return [await analyses.of(uri)];
  } catch {
    return [];
  }
}

async function readLinked(uri: vscode.Uri, text: string): Promise<LinkedFiles> {
  const file = workspacePathOf(uri);
  if (file.endsWith('.authz.json')) {
    const { readAuthzSource } = await import('../../core/language/authzSource');
    return { ...NO_FILES, authz: [readAuthzSource(text, file)] };
  }
  const { readEnvironmentSources } = await import('../../core/language/environmentSources');
  return { ...NO_FILES, environments: readEnvironmentSources(text, file) };
}
