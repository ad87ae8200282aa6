/**
 * Moving requests: up and down, to another place of their chain, or into another chain. Several files are
 * changed in one step.
 */
import * as vscode from 'vscode';
import { applyEdits, editBetween } from '../../core/edit/textEdit';
import type { MovedRequest } from '../../core/language/followMove';
import { rootOf, workspacePathOf } from '../chainDocument';
import {
  gatherRequests,
  shiftRequests as shiftInText,
  transferRequests,
  type Transfer,
  type TransferredRequest,
} from '../../core/edit/chainEdit';
import { requestsIn, type DocumentChange } from './chainEdits';
import { isRequestTarget, type ChainTarget, type RequestTarget } from './chainNode';
import { changeAndWarn, type MovePorts } from './orderWarning';
import { followInMatrices } from './matrixNames';

/** A place after every request. */
const AT_THE_END = Number.MAX_SAFE_INTEGER;

/**
 * Moves requests a place up (-1) or down (1), as far as there is room.
 *
 * @throws UserError when a request is no longer there or its file is not JSON
 */
export async function shiftRequests(
  ports: MovePorts,
  targets: readonly RequestTarget[],
  step: -1 | 1,
): Promise<void> {
  const changes = await Promise.all(
    byChain(targets).map(async ({ chain, requests }): Promise<DocumentChange> => {
      const document = await vscode.workspace.openTextDocument(chain);
      const text = document.getText();
      return { document, edits: shiftInText(text, indicesIn(text, requests), step) };
    }),
  );
  await changeAndWarn(ports, changes);
}

/**
 * Moves requests to where they are dropped: on a request they take its place, on a chain they come last.
 * Those of several chains can be dropped at once.
 *
 * @throws UserError when a request is no longer there or a file is not JSON
 */
export async function dropRequests(
  ports: MovePorts,
  dropped: readonly RequestTarget[],
  onto: ChainTarget | RequestTarget,
): Promise<void> {
  const document = await vscode.workspace.openTextDocument(onto.chain);
  const sources = byChain(dropped);
  const [own] = sources.filter(({ chain }) => isSame(chain, onto.chain));
  const notes: string[] = [];
  let text = document.getText();
  if (own !== undefined) {
    const picked = indicesIn(text, own.requests);
    text = applyEdits(text, gatherRequests(text, picked, placeIn(text, onto)));
  }
  const changes: DocumentChange[] = [];
  const moved: MovedRequest[] = [];
  let before = placeIn(text, onto);
  for (const { chain, requests } of sources.filter((source) => source !== own)) {
    const source = await vscode.workspace.openTextDocument(chain);
    const picked = indicesIn(source.getText(), requests);
    const files = pathsBetween(chain, onto.chain);
    const transfer = transferRequests(source.getText(), text, { picked, before, ...files });
    text = applyEdits(text, transfer.put);
    before = Math.min(before + picked.length, AT_THE_END);
    changes.push({ document: source, edits: transfer.cut });
    notes.push(...transfer.moved.flatMap(newIdText));
    moved.push(...meantFrom(transfer.moved, files));
  }
  changes.push({ document, edits: editBetween(document.getText(), text) });
  if (moved.length > 0) {
    const following = await followInMatrices(ports.files, onto.chain, moved);
    changes.push(...following.changes);
    notes.push(...following.notes);
  }
  await changeAndWarn(ports, changes, notes);
}

/** How the chains are named in one workspace folder; nothing for those of two. */
function pathsBetween(from: vscode.Uri, to: vscode.Uri): Pick<Transfer, 'files'> {
  return isSame(rootOf(from), rootOf(to))
    ? { files: { from: workspacePathOf(from), to: workspacePathOf(to) } }
    : {};
}

/** The requests that other files mean by their ids. */
function meantFrom(
  transferred: readonly TransferredRequest[],
  { files }: Pick<Transfer, 'files'>,
): readonly MovedRequest[] {
  return files === undefined
    ? []
    : transferred.filter(({ isMeant }) => isMeant).map(({ id, newId }) => ({ ...files, id, newId }));
}

interface RequestsOfChain {
  readonly chain: vscode.Uri;
  readonly requests: readonly RequestTarget[];
}

function byChain(targets: readonly RequestTarget[]): readonly RequestsOfChain[] {
  const names = [...new Set(targets.map(({ chain }) => chain.toString()))];
  return names.map((name) => ({
    chain: vscode.Uri.parse(name, true),
    requests: targets.filter(({ chain }) => chain.toString() === name),
  }));
}

function indicesIn(text: string, requests: readonly RequestTarget[]): readonly number[] {
  return requestsIn(text, requests).map(({ index }) => index);
}

/** Index of the request that something is dropped on; after all of them when it is dropped on the chain. */
function placeIn(text: string, onto: ChainTarget | RequestTarget): number {
  return isRequestTarget(onto) ? (indicesIn(text, [onto])[0] ?? AT_THE_END) : AT_THE_END;
}

function isSame(one: vscode.Uri, other: vscode.Uri): boolean {
  return one.toString() === other.toString();
}

function newIdText({ id, newId }: TransferredRequest): readonly string[] {
  return newId === id
    ? []
    : [vscode.l10n.t('The id "{0}" was taken in that chain: the request is now "{1}".', id, newId)];
}
