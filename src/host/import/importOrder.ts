/**
 * What an import is called with: by the palette with nothing, by the Explorer with files, by a line of the
 * Chains view with a chain or request, by a drop with files and the line they were dropped on. Arguments come
 * from anywhere: only what has the right form counts.
 */
import * as vscode from 'vscode';
import { defined } from '../../core/defined';
import { isChainFile } from '../chainDocument';
import { targetFrom, type ChainTarget, type RequestTarget } from '../views/chainNode';

/** What shall be imported, and where to; the person is asked for what is absent. */
export interface ImportOrder {
  readonly sources?: readonly NamedSource[];
  /** A chain for the end of which it is meant, or the request after which it is to come. */
  readonly into?: ChainTarget | RequestTarget;
  /** Where new chains go. */
  readonly folder?: vscode.Uri;
}

/** A file or folder, or a text with a name. */
export type NamedSource = vscode.Uri | TextSource;

/** A text that is not a file here: pasted, or dropped from another machine. */
interface TextSource {
  readonly name: string;
  readonly text: string;
}

/** Reads the arguments of the command. */
export function orderFrom([first, second]: readonly unknown[]): ImportOrder {
  const listed = [Array.isArray(second) ? second : [], Array.isArray(first) ? first : [first]];
  const sources = listed.map((list) => (list as unknown[]).filter(isSource)).find((list) => list.length > 0);
  const into = targetFrom(first) ?? targetFrom(second);
  const folder = folderOf(first) ?? folderOf(second);
  return defined({ sources, into, folder });
}

/** Whether something can be imported as chains. */
export function isSource(value: unknown): value is NamedSource {
  if (value instanceof vscode.Uri) {
    return !isChainFile(value);
  }
  return (
    typeof value === 'object' &&
    value !== null &&
    'name' in value &&
    typeof value.name === 'string' &&
    'text' in value &&
    typeof value.text === 'string'
  );
}

/** The workspace folder of a line of the Chains view. */
function folderOf(value: unknown): vscode.Uri | undefined {
  if (typeof value !== 'object' || value === null || !('folder' in value)) {
    return undefined;
  }
  return vscode.workspace.workspaceFolders?.find((known) => known === value.folder)?.uri;
}
