/**
 * Changes to the policy of a matrix as small edits of its text. Each is about the line that names one operation:
 * patterns say something about others as well, and are left to the person who writes the text.
 */
import { insertEntry } from '../../edit/entryEdit';
import { insertItem, removeMember, setMember, treeOf } from '../../edit/jsonEdit';
import type { TextEdit } from '../../edit/textEdit';
import { writeInline } from '../../edit/jsonText';
import type { JsonValue } from '../../json/json';
import { itemsAt, memberOf, nodeAt, valueOf, type JsonPath } from '../../json/jsonDocument';
import type { JsonNode, ObjectNode } from '../../json/jsonTree';
import { longestFit } from '../model/matrix';

/** A role and an operation. */
export interface GrantPlace {
  readonly role: string;
  readonly operation: string;
}

/** The scope in the line that names the operation, as JSON; absent without such a line. */
export function writtenGrant(text: string, { role, operation }: GrantPlace): string | undefined {
  const node = nodeAt(treeOf(text), ['policy', role, operation]);
  return node === undefined ? undefined : writeInline(valueOf(node));
}

/**
 * Gives the line that names the operation a scope. A new line comes after the pattern that it is an exception to; a
 * role that has no policy yet gets one, before `public`.
 * Throws UserError when the text is not JSON, or what it goes into is not an object.
 */
export function setGrant(
  text: string,
  { role, operation }: GrantPlace,
  scope: JsonValue,
): readonly TextEdit[] {
  const policy = nodeAt(treeOf(text), ['policy']);
  if (policy?.kind === 'object' && memberOf(policy, role) === undefined) {
    const value = { [operation]: scope };
    return insertEntry(text, policy, { index: indexOfRole(policy), name: role, value, spread: 'spread' });
  }
  return setMember(text, ['policy', role, operation], scope, indexOfLine);
}

/** Removes the line that names the operation; the policy of the role stays, though it may be empty. Throws as {@link setGrant}. */
export function removeGrant(text: string, { role, operation }: GrantPlace): readonly TextEdit[] {
  return removeMember(text, ['policy', role, operation]);
}

/** Lists an operation in `public`; nothing where it is listed. Throws as {@link setGrant}. */
export function makePublic(text: string, operation: string): readonly TextEdit[] {
  const listed = itemsAt(treeOf(text), PUBLIC);
  return listed.some((item) => isText(item, operation))
    ? []
    : insertItem(text, PUBLIC, { index: listed.length, value: operation });
}

/** Removes an operation from `public`; patterns that fit it stay. Throws UserError when the text is not JSON. */
export function makeNotPublic(text: string, operation: string): readonly TextEdit[] {
  const index = itemsAt(treeOf(text), PUBLIC).findIndex((item) => isText(item, operation));
  return index === -1 ? [] : removeMember(text, [...PUBLIC, index]);
}

const PUBLIC = ['policy', 'public'] as const;

function indexOfRole({ members }: ObjectNode): number {
  const open = members.findIndex(({ name }) => name === 'public');
  return open === -1 ? members.length : open;
}

/** After the pattern that would decide; at the end where none fits, and in an object that is not the policy of a role. */
function indexOfLine({ members }: ObjectNode, path: JsonPath, name: string): number {
  const rules = members.map(({ name: pattern }, index) => ({ pattern, index }));
  const exceptionTo = path.length === 2 ? longestFit(rules, name) : undefined;
  return exceptionTo === undefined ? members.length : exceptionTo.index + 1;
}

function isText(item: JsonNode, text: string): boolean {
  return item.kind === 'scalar' && item.value === text;
}
