/** The offset in a chain's text of a name that a form offers to rename: an id, an extracted variable, a constant. */
import type { ChainSource } from '../analysis/chainSource';
import { nodeAt, type JsonPath } from '../json/jsonDocument';
import type { Part } from './partProblems';

/**
 * The offset of a name's first character; absent when there is none at the path.
 *
 * @param path below the request to the text that is the name, below the chain to the member that has it
 */
export function nameOffset({ head }: ChainSource, part: Part, path: JsonPath): number | undefined {
  if (part !== undefined) {
    const node = nodeAt(part.tree, path);
    const isName = node?.kind === 'scalar' && typeof node.value === 'string';
    return isName ? part.start + node.start + 1 : undefined;
  }
  const around = head === undefined ? undefined : nodeAt(head, path.slice(0, -1));
  const members = around?.kind === 'object' ? around.members : [];
  const member = members.findLast(({ name }) => name === path.at(-1));
  return member === undefined ? undefined : member.start + 1;
}
