/**
 * Changes to chain files that the editor and the command line make for people, each one undoable step.
 *
 * Requests and extractions are named by id and index; the text comes back as edits that leave everything
 * else, comments included, where it is.
 */
import { UserError } from './errors';
import type { JsonObject } from './json';
import { memberOf, nodeAt } from './jsonDocument';
import { insertItem, removeMember, treeOf } from './jsonEdit';
import type { JsonNode } from './jsonTree';
import { moveItem } from './itemMove';
import type { Move } from './itemMove';
import type { Extraction, Selector } from './model';
import type { TextEdit } from './textEdit';

/**
 * Inserts a request, as a file states it, before the one at `index`, or at the end.
 * Throws UserError when the text is not JSON.
 */
export function insertRequest(text: string, index: number, request: JsonObject): readonly TextEdit[] {
  return insertItem(text, ['requests'], { index, value: request, spread: 'spread' });
}

/** Removes the request at `index`; nothing when there is none. Throws UserError when the text is not JSON. */
export function removeRequest(text: string, index: number): readonly TextEdit[] {
  return removeMember(text, ['requests', index]);
}

/**
 * Moves a request with its comments. Nothing is edited when it stays where it is or an index is outside
 * the list. Throws UserError when the text is not JSON.
 */
export function moveRequest(text: string, move: Move): readonly TextEdit[] {
  const requests = nodeAt(treeOf(text), ['requests']);
  return requests?.kind === 'array' ? moveItem(text, requests, move) : [];
}

/** Adds an extraction to a request, after those it has. Throws UserError when there is no such request. */
export function addExtraction(text: string, requestId: string, extraction: Extraction): readonly TextEdit[] {
  const requests = nodeAt(treeOf(text), ['requests']);
  const items = requests?.kind === 'array' ? requests.items : [];
  const index = items.findIndex((request) => hasId(request, requestId));
  if (index === -1) {
    throw new UserError(
      `There is no request ${JSON.stringify(requestId)} in this file.`,
      'It may have been renamed or removed: choose the request again.',
    );
  }
  const value = extractionMember(extraction);
  return insertItem(text, ['requests', index, 'extract'], { index: Number.MAX_SAFE_INTEGER, value });
}

function hasId(request: JsonNode, id: string): boolean {
  const node = request.kind === 'object' ? memberOf(request, 'id')?.value : undefined;
  return node?.kind === 'scalar' && node.value === id;
}

/** An extraction as a file states it: what is the default is left out. */
function extractionMember({ variable, from, name, select, all, optional }: Extraction): JsonObject {
  return {
    variable,
    from,
    ...(name === undefined ? {} : { name }),
    ...(select === undefined ? {} : selectorMembers(select)),
    ...(all ? { all } : {}),
    ...(optional ? { optional } : {}),
  };
}

function selectorMembers(select: Selector): JsonObject {
  switch (select.kind) {
    case 'path':
      return { path: select.path };
    case 'regex':
      return { regex: select.regex };
    case 'css':
      return { css: select.css, ...(select.attribute === undefined ? {} : { attribute: select.attribute }) };
    case 'xpath':
      return { xpath: select.xpath };
  }
}
