/**
 * Changes to chain files that the editor and the command line make for people, each one undoable step.
 *
 * Requests and extractions are named by id and index; the text comes back as edits that leave everything
 * else, comments included, where it is.
 */
import { textAt } from '../analysis/locationOf';
import { defined } from '../defined';
import { UserError } from '../errors';
import type { WrittenCall, WrittenExtraction, WrittenRequest } from '../files/writtenChain';
import { CHAIN, REQUEST, below } from '../files/writtenPath';
import type { JsonValue } from '../json/json';
import { itemsAt, memberOf, nodeAt, valueOf } from '../json/jsonDocument';
import { insertItem, removeMember, setMember, treeOf } from './jsonEdit';
import type { ArrayNode, JsonNode, ObjectNode } from '../json/jsonTree';
import { moveItem, orderAfter, orderShifted, orderWith, reorderItems, type Move } from './itemMove';
import { setInOrder } from './memberOrder';
import { cutLines, putItems, takeBare, takeItems } from './itemTransfer';
import type { Extraction, Selector } from '../model';
import { freeId } from './plainNames';
import { followMovedFiles } from '../language/followMove';
import { requestFiles } from '../language/links';
import { applyEdits, editBetween, inOrder, type TextEdit } from './textEdit';

const REQUESTS = below(CHAIN, 'requests');

/**
 * Inserts a request, or a chain as a step, as a file states it, before the one at `index`, or at the end.
 * Throws UserError when the text is not JSON.
 */
export function insertRequest(
  text: string,
  index: number,
  request: WrittenRequest | WrittenCall,
): readonly TextEdit[] {
  return insertItem(text, REQUESTS, { index, value: request, spread: 'spread' });
}

/** Removes the request at `index`; nothing when there is none. Throws UserError when the text is not JSON. */
export function removeRequest(text: string, index: number): readonly TextEdit[] {
  return removeMember(text, below(REQUESTS, index));
}

/**
 * Moves a request with its comments. Nothing is edited when it stays where it is or an index is outside
 * the list. Throws UserError when the text is not JSON.
 */
export function moveRequest(text: string, move: Move): readonly TextEdit[] {
  const requests = nodeAt(treeOf(text), REQUESTS);
  return requests?.kind === 'array' ? moveItem(text, requests, move) : [];
}

/**
 * Moves requests, one after another; each takes its comments along.
 * Throws UserError when the text is not JSON or has no list of requests, as do those that follow.
 */
export function moveRequests(text: string, moves: readonly Move[]): readonly TextEdit[] {
  const list = requestsIn(text);
  return reorderItems(text, list, orderAfter(list.items.length, moves));
}

/** Moves the requests at `picked` a place up (-1) or down (1), as far as there is room. */
export function shiftRequests(text: string, picked: readonly number[], step: -1 | 1): readonly TextEdit[] {
  const list = requestsIn(text);
  return reorderItems(text, list, orderShifted(list.items.length, picked, step));
}

/**
 * Puts the requests at `picked` together in the place of the one at `place`, which makes room to the side
 * they come from; beyond the list they come last.
 */
export function gatherRequests(text: string, picked: readonly number[], place: number): readonly TextEdit[] {
  const list = requestsIn(text);
  const fromAbove = picked.some((index) => index < place);
  return reorderItems(text, list, orderWith(list.items.length, picked, fromAbove ? place + 1 : place));
}

/** Removes the requests at `picked`. Throws UserError when the text is not JSON. */
export function removeRequests(text: string, picked: readonly number[]): readonly TextEdit[] {
  const fromTheEnd = [...new Set(picked)].sort((one, other) => other - one);
  return editBetween(
    text,
    fromTheEnd.reduce((rest, index) => applyEdits(rest, removeRequest(rest, index)), text),
  );
}

/**
 * Puts a copy of the request at `index` after it, comments inside it included.
 *
 * @param copy distinguishes the two; a request without a name gets none
 * @throws UserError when the text is not JSON or has no such request
 */
export function duplicateRequest(
  text: string,
  index: number,
  copy: { readonly id: string; readonly name: string },
): readonly TextEdit[] {
  const request = requestAt(text, index);
  const named = memberOf(request, 'name') === undefined ? text : withMember(text, index, 'name', copy.name);
  const renamed = withMember(named, index, 'id', copy.id);
  return putItems(text, requestsIn(text), index + 1, [takeBare(renamed, requestsIn(renamed), index)]);
}

/** Gives the request at `index` a name, after its id when it has none yet. Throws UserError as {@link duplicateRequest}. */
export function renameRequest(text: string, index: number, name: string): readonly TextEdit[] {
  requestAt(text, index);
  return setInOrder(text, below(REQUESTS, index, 'name'), name);
}

/** Gives the chain a name. Throws UserError when the text is not JSON. */
export function renameChain(text: string, name: string): readonly TextEdit[] {
  return setMember(text, below(CHAIN, 'name'), name);
}

/** Requests that go from one chain to another. */
export interface Transfer {
  /** Indices in the source. */
  readonly picked: readonly number[];
  /** Index in the target in front of which they come; beyond the list for the end. */
  readonly before: number;
  /** Workspace paths of the chains; absent when no path leads from one to the other. */
  readonly files?: { readonly from: string; readonly to: string };
}

/** The two halves of a transfer. */
export interface TransferEdits {
  readonly cut: readonly TextEdit[];
  readonly put: readonly TextEdit[];
  /** The requests with an id, in their new order. */
  readonly moved: readonly TransferredRequest[];
}

/** A request that went to another chain. */
export interface TransferredRequest {
  readonly id: string;
  /** Its id there: another one where its own was taken. */
  readonly newId: string;
  /** Whether the id means this request; of several with one id that is the first. */
  readonly isMeant: boolean;
}

/**
 * Moves requests from one chain to another, with their comments. One whose id is taken there gets a new one,
 * and files that their bodies name are named as the other chain has to.
 * Throws UserError when a text is not JSON or has no list of requests.
 */
export function transferRequests(source: string, target: string, transfer: Transfer): TransferEdits {
  const { picked, before } = transfer;
  const from = requestsIn(source);
  const taken = new Set(requestsIn(target).items.flatMap((request) => idOf(request) ?? []));
  const moved: TransferredRequest[] = [];
  let changed = applyEdits(
    source,
    inOrder(picked.flatMap((index) => fileEdits(source, from.items[index], transfer))),
  );
  for (const index of picked) {
    const id = idOf(from.items[index]);
    if (id !== undefined) {
      const newId = freeId(id, taken);
      taken.add(newId);
      changed = newId === id ? changed : withMember(changed, index, 'id', newId);
      moved.push({ id, newId, isMeant: from.items.findIndex((item) => idOf(item) === id) === index });
    }
  }
  return {
    cut: cutLines(source, from, picked) ?? removeRequests(source, picked),
    put: inOrder([
      ...raisedVersion(source, target),
      ...putItems(target, requestsIn(target), before, takeItems(changed, requestsIn(changed), picked)),
    ]),
    moved,
  };
}

/** Gives the target the format version of the source when that is a later one: the requests may need it. */
function raisedVersion(source: string, target: string): readonly TextEdit[] {
  return versionOf(source) === 2 ? raiseVersion(target) : [];
}

/** Gives a text the second version of the format when it has the first one. */
export function raiseVersion(text: string): readonly TextEdit[] {
  return versionOf(text) === 1 ? setMember(text, VERSION, 2) : [];
}

function versionOf(text: string): JsonValue | undefined {
  const node = nodeAt(treeOf(text), VERSION);
  return node === undefined ? undefined : valueOf(node);
}

const VERSION = below(CHAIN, 'formatVersion');

/** The edits after which a request that is moved leads to the same files as before. */
function fileEdits(text: string, request: JsonNode | undefined, { files }: Transfer): readonly TextEdit[] {
  return request?.kind !== 'object' || files === undefined
    ? []
    : followMovedFiles(
        requestFiles(text, { start: 0, end: text.length, tree: request }),
        files.from,
        files.to,
      );
}

/** Adds an extraction to a request, after those it has. Throws UserError when it does not exist. */
export function addExtraction(text: string, requestId: string, extraction: Extraction): readonly TextEdit[] {
  const index = itemsAt(treeOf(text), REQUESTS).findIndex((request) => idOf(request) === requestId);
  if (index === -1) {
    throw new UserError(
      `This file has no request ${JSON.stringify(requestId)}.`,
      'It may have been renamed or removed: choose the request again.',
    );
  }
  const value = extractionMember(extraction);
  return insertItem(text, below(REQUESTS, index, 'extract'), { index: Number.MAX_SAFE_INTEGER, value });
}

function requestsIn(text: string): ArrayNode {
  const requests = nodeAt(treeOf(text), REQUESTS);
  if (requests?.kind !== 'array') {
    throw new UserError('This file has no list of requests.', 'Add "requests": [] to it.');
  }
  return requests;
}

function requestAt(text: string, index: number): ObjectNode {
  const request = requestsIn(text).items[index];
  if (request?.kind !== 'object') {
    throw new UserError(
      `This file has no request at position ${index + 1}.`,
      'It may have been moved or removed: choose the request again.',
    );
  }
  return request;
}

/** The text with a member of the request at `index` set. */
function withMember(text: string, index: number, name: 'id' | 'name', value: string): string {
  return applyEdits(text, setMember(text, below(REQUESTS, index, name), value));
}

/** The id of a request; absent when it has none. */
function idOf(request: JsonNode | undefined): string | undefined {
  return textAt(request, below(REQUEST, 'id'));
}

/** An extraction as a file states it: what is the default is left out. */
export function extractionMember(extraction: Extraction): WrittenExtraction {
  const { variable, from, name, select, decode, all, optional } = extraction;
  return {
    variable,
    from,
    ...defined({ name }),
    ...(select === undefined ? {} : selectorMembers(select)),
    ...(decode === undefined ? {} : { decode: { ...decode } }),
    ...(all ? { all } : {}),
    ...(optional ? { optional } : {}),
  };
}

function selectorMembers(select: Selector): Partial<WrittenExtraction> {
  switch (select.kind) {
    case 'path':
      return { path: select.path };
    case 'regex':
      return { regex: select.regex };
    case 'css':
      return { css: select.css, ...defined({ attribute: select.attribute }) };
    case 'xpath':
      return { xpath: select.xpath };
  }
}
