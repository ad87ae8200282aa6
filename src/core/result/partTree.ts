/**
 * The parts of a result as a tree: the items of a loop, and what a chain that is run as a step sent for each of them.
 */
import { plural } from '../words';
import type { PartResult, RequestResult } from './result';

/** A part, and the parts that belong to it, in the order in which they ran. */
export interface PartNode {
  readonly part: PartResult;
  /** Position in the list of all parts. */
  readonly position: number;
  /** How far it is inside, from 0. */
  readonly depth: number;
  readonly inner: readonly PartNode[];
}

/** The parts that are not inside of others. In the list a part comes after those inside of it. */
export function partTree(parts: readonly PartResult[]): readonly PartNode[] {
  const open: PartNode[] = [];
  parts.forEach((part, position) => {
    const depth = depthOf(part);
    const first = open.findLastIndex((node) => node.depth <= depth) + 1;
    open.push({ part, position, depth, inner: open.splice(first) });
  });
  return open;
}

/** The parts in reading order: each before those inside of it. */
export function readingOrder(nodes: readonly PartNode[]): readonly PartNode[] {
  return nodes.flatMap((node) => [node, ...readingOrder(node.inner)]);
}

/** The parts that have no others inside: what was sent, each once. */
export function innermostParts(parts: readonly PartResult[]): readonly PartResult[] {
  return readingOrder(partTree(parts))
    .filter(({ inner }) => inner.length === 0)
    .map(({ part }) => part);
}

/** The result whose exchange says most: its own, or of a chain that is a step that of the first request that failed. */
export function resultAtFault(result: RequestResult): RequestResult {
  const failed =
    result.exchange === undefined
      ? innermostParts(result.parts ?? []).find(
          ({ outcome, exchange }) => outcome === 'failed' && exchange !== undefined,
        )
      : undefined;
  return failed ?? result;
}

/** `3 items` of a loop, or `2 requests` of a chain that was run as a step; those that are disabled do not count. */
export function countOfParts(parts: NonNullable<RequestResult['parts']>): string {
  const outer = partTree(parts);
  const isLoop = outer[0]?.part.at[0]?.item !== undefined;
  const enabled = outer.filter(({ part }) => part.reasons.every(({ kind }) => kind !== 'disabled'));
  return plural(enabled.length, isLoop ? 'item' : 'request');
}

/** A step of the way is one level, and so is each item of a loop; the first one is the result itself. */
function depthOf({ at }: PartResult): number {
  return at.length + at.filter(({ item }) => item !== undefined).length - 2;
}
