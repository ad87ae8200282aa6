/**
 * Replaces the value at a place member by member: members that stay keep their comments and
 * layout, those that go take theirs along, and those that come go where the value has them.
 */
import { insertEntry } from '../edit/entryEdit';
import { removeMember, setMember, treeOf } from '../edit/jsonEdit';
import { applyEdits, editBetween, type TextEdit } from '../edit/textEdit';
import { isObject, jsonEquals, type JsonObject, type JsonValue } from '../json/json';
import { memberOf, nodeAt, valueOf, type JsonPath } from '../json/jsonDocument';
import type { ObjectNode } from '../json/jsonTree';
import type { TextRange } from '../problem';

/** Members that come and go one by one; more are another object, and each costs a pass over the file. */
const MAX_STEPS = 12;

/** The edits after which `value` is at `path`. Throws UserError when the text is not JSON. */
export function replaceValue(text: string, path: JsonPath, value: JsonValue): readonly TextEdit[] {
  return editBetween(text, replaced(text, path, value));
}

function replaced(text: string, path: JsonPath, value: JsonValue): string {
  const node = nodeAt(treeOf(text), path);
  if (node?.kind !== 'object' || !isObject(value) || isPlainLine(text, node) || !canBeStepwise(node, value)) {
    return applyEdits(text, setMember(text, path, value));
  }
  const gone = node.members.map(({ name }) => name).filter((name) => !Object.hasOwn(value, name));
  const without = gone.reduce((rest, name) => applyEdits(rest, removeMember(rest, [...path, name])), text);
  return Object.entries(value).reduce((rest, [name, member], index) => {
    const known = memberOf(node, name);
    if (known === undefined) {
      return withMember(rest, path, { index, name, value: member });
    }
    return jsonEquals(valueOf(known.value), member) ? rest : replaced(rest, [...path, name], member);
  }, without);
}

/** Whether something is on one line that contains only its value, so that nothing else is lost. */
export function isPlainLine(text: string, range: TextRange): boolean {
  return !/[\r\n]/.test(text.slice(range.start, range.end)) && !hasComment(text, range);
}

/** Whether a comment is in a part of a JSON text. */
export function hasComment(text: string, { start, end }: TextRange): boolean {
  return /\/[/*]/.test(text.slice(start, end).replace(/"(?:[^"\\]|\\.)*"/g, '""'));
}

function withMember(
  text: string,
  path: JsonPath,
  member: { readonly index: number; readonly name: string; readonly value: JsonValue },
): string {
  const object = nodeAt(treeOf(text), path);
  return object?.kind === 'object'
    ? applyEdits(text, insertEntry(text, object, { ...member, spread: 'fit' }))
    : text;
}

/** Something of the object stays, in its order and once each, and little comes or goes. */
function canBeStepwise({ members }: ObjectNode, value: JsonObject): boolean {
  const names = members.map(({ name }) => name);
  const wanted = Object.keys(value);
  const staying = names.filter((name) => Object.hasOwn(value, name));
  const steps = names.length + wanted.length - 2 * staying.length;
  const inOrder = wanted.filter((name) => names.includes(name));
  return (
    staying.length > 0 &&
    steps <= MAX_STEPS &&
    staying.length === inOrder.length &&
    staying.every((name, index) => name === inOrder[index])
  );
}
