/**
 * The target of a command: a chain, or one of its requests. A command is called by a lens, a menu, a view, a
 * key or anybody's link, so its argument is checked before use.
 */
import * as path from 'node:path';
import * as vscode from 'vscode';
import { UserError } from '../../core/errors';
import { activeChain, requestAtCursor } from '../chainDocument';

/** A chain, or one of its requests. */
export interface RunTarget {
  readonly chain: vscode.Uri;
  readonly requestId?: string;
}

/**
 * The target in a command's arguments: a URI and perhaps the id of a request, an item of the Chains view,
 * or nothing, which means the active editor and the request under its cursor.
 *
 * @throws UserError when they name nothing, or no chain file is open
 */
export function targetOf(argument: unknown, requestId?: unknown): RunTarget {
  if (argument instanceof vscode.Uri) {
    return withRequest(argument, requestId);
  }
  if (isItem(argument)) {
    return withRequest(argument.chain, argument.requestId);
  }
  if (argument === undefined || argument === null) {
    const chain = activeChain();
    return withRequest(chain, requestAtCursor()?.id);
  }
  throw namesNoChain();
}

/**
 * The request a target names, else the one under the cursor when its chain is in the active editor.
 *
 * @throws UserError when there is neither
 */
export function requestOf({ chain, requestId }: RunTarget): string {
  const isActive = vscode.window.activeTextEditor?.document.uri.toString() === chain.toString();
  const id = requestId ?? (isActive ? requestAtCursor()?.id : undefined);
  if (id === undefined) {
    throw new UserError(
      vscode.l10n.t('The cursor is not in a request of {0}.', path.posix.basename(chain.path)),
      vscode.l10n.t('Place it in a request and try again.'),
    );
  }
  return id;
}

/** What a command answers whose arguments are something else than a chain. */
export function namesNoChain(): UserError {
  return new UserError(
    vscode.l10n.t('This command needs a chain.'),
    vscode.l10n.t('Open the chain and use the command there.'),
  );
}

function withRequest(chain: vscode.Uri, requestId: unknown): RunTarget {
  return typeof requestId === 'string' ? { chain, requestId } : { chain };
}

function isItem(value: unknown): value is { readonly chain: vscode.Uri; readonly requestId?: unknown } {
  return typeof value === 'object' && value !== null && 'chain' in value && value.chain instanceof vscode.Uri;
}
