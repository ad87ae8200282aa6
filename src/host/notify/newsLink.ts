/**
 * The links in messages of the editor: to the chain, at the first request that failed, or to the matrix, in the editor
 * of anybody who has the workspace. Not to the result: that stays on the machine that made it.
 */
/* eslint-disable host/text -- messages to channels are English, whatever the sender reads */
import * as vscode from 'vscode';
import type { ExecutionResult } from '../../core/result/result';
import { troubledRequests, type NewsLink } from '../../sharing/notifiers/runNews';
import type { ChainPlace } from '../chainDocument';
import type { MatrixPlace } from '../authz/matrixDocument';
import { workspaceLink, type LinkSubject } from '../sharing/workspaceLink';

/**
 * The link to the chain of a result, or to the one that it requires in which something failed first.
 *
 * @param extension `publisher.name` of this extension
 */
export function chainLink(
  place: ChainPlace,
  result: ExecutionResult,
  extension: string,
): NewsLink | undefined {
  const [first] = troubledRequests(result);
  return first === undefined
    ? linkTo({ kind: 'chain', file: place.uri }, 'Open the chain in VS Code', extension)
    : linkTo(
        {
          kind: 'chain',
          file: vscode.Uri.joinPath(vscode.Uri.file(place.root), first.request.chain),
          request: first.request.id,
        },
        'Open the request in VS Code',
        extension,
      );
}

/** The link to a matrix. */
export function matrixLink({ uri }: MatrixPlace, extension: string): NewsLink | undefined {
  return linkTo({ kind: 'matrix', file: uri }, 'Open the matrix in VS Code', extension);
}

/** Characters of an address that Slack takes, as it documents them for buttons; a longer one is left out. */
const MAX_LINK = 3_000;

function linkTo(subject: LinkSubject, title: string, extension: string): NewsLink | undefined {
  const url = workspaceLink(subject, extension);
  return url === undefined || url.length > MAX_LINK ? undefined : { url, title };
}
