/**
 * Changes of the list of requests that a form asks for, of many requests at once: each a pass over the file,
 * however many are picked. Positions are those of the text; what is not there is left out.
 */
import { duplicateRequest, insertRequest, raiseVersion, removeRequests } from '../edit/chainEdit';
import { insertEntry, removeEntry } from '../edit/entryEdit';
import { orderWith, reorderItems } from '../edit/itemMove';
import { cutLines } from '../edit/itemTransfer';
import { treeOf } from '../edit/jsonEdit';
import { indexInOrder, orderOfItem } from '../edit/memberOrder';
import { freeId, requestIdFor } from '../edit/plainNames';
import { applyEdits, editBetween, inOrder, type TextEdit } from '../edit/textEdit';
import type { WrittenRequest } from '../files/writtenChain';
import { CHAIN, REQUEST, below } from '../files/writtenPath';
import { nodeAt } from '../json/jsonDocument';
import type { ArrayNode, ObjectNode } from '../json/jsonTree';
import { textAt } from '../analysis/locationOf';

/** A request that is just begun, and where it comes. */
export interface NewRequest {
  readonly name: string;
  /** Position of the request that comes after it; beyond the list for the end. */
  readonly before: number;
}

/** A chain that becomes a step, as this one names its file, and where it comes. */
interface NewStep extends Pick<NewRequest, 'before'> {
  readonly chain: string;
}

/** A request that came into a text. */
export interface AddedRequest {
  readonly edits: readonly TextEdit[];
  readonly index: number;
  readonly id: string;
}

/** Adds a request with a name. Throws UserError when the text is not JSON, as do those that follow. */
export function addRequest(text: string, { name, before }: NewRequest): AddedRequest {
  const list = requestsIn(text);
  const id = requestIdFor(name, idsIn(list));
  const index = Math.min(before, list?.items.length ?? 0);
  const request = { id, name, method: 'GET', url: '{{baseUrl}}/' };
  return { edits: insertRequest(text, index, request), index, id };
}

/** Adds a chain as a step, by its file, and gives the text the format version that it needs. */
export function addStep(text: string, { chain, before }: NewStep): AddedRequest {
  const list = requestsIn(text);
  const file = chain.split('/').at(-1) ?? '';
  const id = requestIdFor(file.replace(/\.chain\.json$/, ''), idsIn(list));
  const index = Math.min(before, list?.items.length ?? 0);
  const inserted = applyEdits(text, insertRequest(text, index, { id, chain }));
  return { edits: editBetween(text, applyEdits(inserted, raiseVersion(inserted))), index, id };
}

/** Puts a copy of each picked request behind itself; `nameOf` gives the name of a copy. */
export function duplicateRequests(
  text: string,
  picked: readonly number[],
  nameOf: (name: string) => string,
): readonly TextEdit[] {
  const list = requestsIn(text);
  const taken = new Set(idsIn(list));
  const fromTheEnd = [...new Set(picked)].sort((one, other) => other - one);
  const after = fromTheEnd.reduce((rest, index) => {
    const request = list?.items[index];
    const id = freeId(textAt(request, below(REQUEST, 'id')) ?? '', taken);
    taken.add(id);
    const copy = { id, name: nameOf(textAt(request, below(REQUEST, 'name')) ?? '') };
    return request === undefined ? rest : applyEdits(rest, duplicateRequest(rest, index, copy));
  }, text);
  return editBetween(text, after);
}

/** Deletes the picked requests with their comments. */
export function deleteRequests(text: string, picked: readonly number[]): readonly TextEdit[] {
  const list = requestsIn(text);
  return (list === undefined ? undefined : cutLines(text, list, picked)) ?? removeRequests(text, picked);
}

/** Puts the picked requests, in their order, in front of the one at a position, or at the end. */
export function placeRequests(text: string, picked: readonly number[], before: number): readonly TextEdit[] {
  const list = requestsIn(text);
  return list === undefined ? [] : reorderItems(text, list, orderWith(list.items.length, picked, before));
}

/** Switches the picked requests off, or on again. */
export function disableRequests(
  text: string,
  picked: readonly number[],
  disabled: boolean,
): readonly TextEdit[] {
  const list = requestsIn(text);
  const requests = [...new Set(picked)].map((index) => list?.items[index]);
  return inOrder(
    requests.flatMap((request) =>
      request?.kind !== 'object' ? [] : disabled ? switchedOff(text, request) : switchedOn(text, request),
    ),
  );
}

const DISABLED: keyof WrittenRequest = 'disabled';

function switchedOn(text: string, request: ObjectNode): readonly TextEdit[] {
  return removeEntry(
    text,
    request,
    request.members.findLastIndex(({ name }) => name === DISABLED),
  );
}

function switchedOff(text: string, request: ObjectNode): readonly TextEdit[] {
  const member = request.members.findLast(({ name }) => name === DISABLED);
  if (member !== undefined) {
    const { start, end } = member.value;
    return [{ offset: start, length: end - start, text: 'true' }];
  }
  const index = indexInOrder(request, orderOfItem(request), DISABLED);
  return insertEntry(text, request, { index, name: DISABLED, value: true, spread: 'fit' });
}

function requestsIn(text: string): ArrayNode | undefined {
  const list = nodeAt(treeOf(text), below(CHAIN, 'requests'));
  return list?.kind === 'array' ? list : undefined;
}

function idsIn(list: ArrayNode | undefined): readonly string[] {
  return (list?.items ?? []).flatMap((request) => textAt(request, below(REQUEST, 'id')) ?? []);
}
