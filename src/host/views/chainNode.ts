/**
 * The lines of the Chains view, and what a command can be given to say which chain or request is meant.
 *
 * Commands are called by menus with lines of the view, but also by links and other extensions with
 * anything: only what has the right form counts.
 */
import * as vscode from 'vscode';
import type { ChainOutline, OutlinedRequest } from '../../core/files/outline';
import { isChainFile } from '../chainDocument';

/** A line of the view. */
export type ChainsNode = FolderNode | ChainNode | RequestNode;

/** A workspace folder, when there are several. */
export interface FolderNode {
  readonly kind: 'folder';
  readonly folder: vscode.WorkspaceFolder;
}

/** A chain file. */
export interface ChainNode extends ChainTarget {
  readonly kind: 'chain';
}

/** A request of a chain as it was when the view read the file. */
export interface RequestNode extends RequestTarget {
  readonly kind: 'request';
  readonly request: OutlinedRequest;
  /** How many requests before it have the same id, by mistake. */
  readonly repeated: number;
}

/** A chain that a command is about. */
export interface ChainTarget {
  readonly chain: vscode.Uri;
}

/** A request that a command is about. */
export interface RequestTarget extends ChainTarget {
  readonly requestId: string;
  /** Where it was, to distinguish requests with the same id. */
  readonly index?: number;
}

/** The chain or request that an argument of a command names; absent when it names none. */
export function targetFrom(value: unknown): ChainTarget | RequestTarget | undefined {
  if (value instanceof vscode.Uri) {
    return isChainFile(value) ? { chain: value } : undefined;
  }
  if (typeof value !== 'object' || value === null || !('chain' in value)) {
    return undefined;
  }
  const { chain } = value;
  if (!(chain instanceof vscode.Uri) || !isChainFile(chain)) {
    return undefined;
  }
  if (!('requestId' in value) || typeof value.requestId !== 'string') {
    return { chain };
  }
  const index = 'index' in value && typeof value.index === 'number' ? { index: value.index } : {};
  return { chain, requestId: value.requestId, ...index };
}

/** Whether a target is a request. */
export function isRequestTarget(target: ChainTarget | RequestTarget): target is RequestTarget {
  return 'requestId' in target;
}

/** The request that is meant in a text; of several with its id the one that was there. */
export function findRequest({ requests }: ChainOutline, target: RequestTarget): OutlinedRequest | undefined {
  const same = requests.filter(({ id }) => id === target.requestId);
  return same.find(({ index }) => index === target.index) ?? same[0];
}

/** Names a line for VS Code: the same line after every change, whatever its place. */
export function nodeId(node: ChainsNode): string {
  switch (node.kind) {
    case 'folder':
      return node.folder.uri.toString();
    case 'chain':
      return node.chain.toString();
    case 'request':
      return `${node.chain.toString()}#${node.requestId}${node.repeated === 0 ? '' : `#${node.repeated}`}`;
  }
}
