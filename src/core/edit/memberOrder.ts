/**
 * Where a member goes that a chain or a request did not have: the order of the schema, in which people write
 * them. Members that the schema does not know stay where they are.
 */
import { callMembers, chainMembers, requestMembers } from '../files/writtenChain';
import type { AnyPath } from '../files/writtenPath';
import type { JsonValue } from '../json/json';
import type { JsonPath } from '../json/jsonDocument';
import type { ObjectNode } from '../json/jsonTree';
import { setMember } from './jsonEdit';
import type { TextEdit } from './textEdit';

/** As {@link setMember}; a new member of the chain, or of a request, goes where people write it. */
export function setInOrder<T extends JsonValue = JsonValue>(
  text: string,
  path: AnyPath<T>,
  value: NoInfer<T>,
): readonly TextEdit[] {
  return setMember(text, path, value, (object, owner, name) =>
    indexInOrder(object, orderAt(owner, object), name),
  );
}

/** The index among the members of an object at which a new one goes; at the end when the order does not have it. */
export function indexInOrder({ members }: ObjectNode, order: readonly string[], name: string): number {
  const rank = order.indexOf(name);
  if (rank === -1) {
    return members.length;
  }
  const before = members.findLastIndex((member) => {
    const other = order.indexOf(member.name);
    return other !== -1 && other < rank;
  });
  return before + 1;
}

/** The order of the members of a request, or of a chain as a step. */
export function orderOfItem({ members }: ObjectNode): readonly string[] {
  return members.some(({ name }) => name === 'chain') ? callMembers : requestMembers;
}

function orderAt(owner: JsonPath, object: ObjectNode): readonly string[] {
  if (owner.length === 0) {
    return chainMembers;
  }
  return owner.length === 2 && owner[0] === 'requests' ? orderOfItem(object) : [];
}
