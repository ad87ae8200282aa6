/** What a change that the form asks for makes of the text of a chain file. */
import { applyEdits } from '../core/edit/textEdit';
import { treeOf } from '../core/edit/jsonEdit';
import { CHAIN, below } from '../core/files/writtenPath';
import { insertAtPlace, moveAtPlace, setPlace, type PlaceEdits } from '../core/form/placeEdit';
import { parseJson, type JsonValue } from '../core/json/json';
import { memberOf, nodeAt, type JsonPath } from '../core/json/jsonDocument';
import type { FormChange, FormEdit, FormTarget } from './formEdit';

/**
 * The text after a change; absent when it says something else than the page believes.
 * Throws UserError when the text cannot be changed there, JsonSyntaxError or JsonTooDeepError for a value that is
 * no JSON.
 */
export function changedText(text: string, { target, edits }: FormChange): string | undefined {
  const owner = ownerOf(text, target);
  return owner === undefined
    ? undefined
    : edits.reduce<string | undefined>((before, edit) => {
        const made = before === undefined ? undefined : editsOf(before, owner, edit);
        return before === undefined || made === undefined ? undefined : applyEdits(before, made);
      }, text);
}

/** The steps to what a target names; absent when another request, or none, is there. */
function ownerOf(text: string, target: FormTarget): JsonPath | undefined {
  if (target === null) {
    return [];
  }
  const owner = below(CHAIN, 'requests', target.index);
  const request = nodeAt(treeOf(text), owner);
  if (request?.kind !== 'object') {
    return undefined;
  }
  const id = memberOf(request, 'id')?.value;
  const written = id?.kind === 'scalar' && typeof id.value === 'string' ? id.value : '';
  return written === target.id ? owner : undefined;
}

function editsOf(text: string, owner: JsonPath, edit: FormEdit): PlaceEdits {
  const path = [...owner, ...edit.path];
  switch (edit.kind) {
    case 'set':
      return setPlace(text, path, { before: valueIn(edit.before), value: valueIn(edit.value) });
    case 'insert':
      return insertAtPlace(text, path, { index: edit.index, value: parseJson(edit.value) });
    case 'move':
      return moveAtPlace(text, path, { from: edit.from, to: edit.to, before: parseJson(edit.before) });
  }
}

function valueIn(json: string | null): JsonValue | undefined {
  return json === null ? undefined : parseJson(json);
}
