/**
 * Where a member goes that a chain or a request did not have: the order of the schema, in which people write
 * them. Members that the schema does not know stay where they are.
 */
import type { ObjectNode } from '../json/jsonTree';

const CHAIN: readonly string[] = [
  ...['$schema', 'formatVersion', 'name', 'description', 'status', 'environment', 'tags'],
  ...['requires', 'variables', 'auth', 'requests'],
];

const REQUEST: readonly string[] = [
  ...['id', 'name', 'description', 'tags', 'method', 'url', 'query', 'headers', 'auth', 'body'],
  ...['extract', 'expect', 'retry', 'timeoutMs', 'redirects', 'disabled'],
];

/** What a member is added to. */
export type MemberOwner = 'chain' | 'request';

/** The index among the members at which a new one goes; at the end when the schema does not know it. */
export function indexOfNewMember(owner: MemberOwner, { members }: ObjectNode, name: string): number {
  const order = owner === 'chain' ? CHAIN : REQUEST;
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
