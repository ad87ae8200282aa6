/** What flows between the requests of one chain, and the keys of their nodes. */
import type { ChainAnalysis } from '../analysis/analysis';
import type { RequestSource } from '../analysis/chainSource';
import type { Flow } from './flows';
import type { FlowState } from './graph';

/** Key of the node of the request at a position of the file. */
export function requestKey(index: number): string {
  return `request-${index}`;
}

/** Key of the node of a request that belongs to a group. */
export function innerKey(group: string, index: number): string {
  return `${group}-${index}`;
}

/** Index of the first request with an id. */
export function firstIndexes(requests: readonly RequestSource[]): ReadonlyMap<string, number> {
  return new Map(requests.map(({ id, index }) => [id, index] as const).toReversed());
}

/** What the requests of a chain extract for each other. */
export function dependencyFlows(
  { source: { requests }, dependencies }: ChainAnalysis,
  keyOf: (index: number) => string,
): readonly Flow[] {
  const indexOf = firstIndexes(requests);
  return dependencies.flatMap(({ from, to, variable, kind, broken }) => {
    const producer = indexOf.get(from);
    const consumer = indexOf.get(to);
    if (producer === undefined || consumer === undefined) {
      return [];
    }
    const isConditional = requests[producer]?.request?.when !== undefined;
    const sound: FlowState = isConditional ? 'conditional' : 'healthy';
    const state: FlowState = !broken ? sound : producer > consumer ? 'late' : 'broken';
    return [{ from: keyOf(producer), to: keyOf(consumer), variable, kind, state }];
  });
}
