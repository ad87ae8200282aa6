/** Flows as they are drawn: a value that goes to many nodes is one bundle, with one label where it begins. */
import { groupBy } from '../groupBy';
import { oneLine, shorten } from '../shownText';
import { flowsOf } from './flows';
import type { GraphEdge } from './graph';

/** Values of one kind and state that go from one node to the same others. */
export interface Bundle extends Omit<GraphEdge, 'to'> {
  /** The keys of the consumers, each once. */
  readonly to: readonly string[];
}

/** Labels that fit one below the other at the side of a box. */
const MOST_BUNDLES = 4;
/** UTF-16 code units of a label. */
const LABEL_LENGTH = 16;

/** The bundles of these edges. A node that would have too many of them has one for each kind and state. */
export function bundlesOf(edges: readonly GraphEdge[]): readonly Bundle[] {
  return [...groupBy(edges, ({ from }) => from).values()].flatMap((leaving) => {
    const bundles = byConsumers(leaving);
    return bundles.length > MOST_BUNDLES ? byKind(bundles) : bundles;
  });
}

/** The variables of a bundle as its line shows them. */
export function bundleLabel({ variables }: Bundle): string {
  return shorten(oneLine(variables.join(', ')), LABEL_LENGTH);
}

function byConsumers(leaving: readonly GraphEdge[]): readonly Bundle[] {
  const ways = groupBy(flowsOf(leaving), ({ kind, state, variable }) => `${kind} ${state} ${variable}`);
  const bundles = [...ways.values()].flatMap(([flow, ...others]): readonly Bundle[] => {
    if (flow === undefined) {
      return [];
    }
    const { variable, ...rest } = flow;
    return [{ ...rest, variables: [variable], to: distinct([flow, ...others].map(({ to }) => to)) }];
  });
  return merged(bundles, ({ kind, state, to }) => `${kind} ${state} ${to.join(' ')}`);
}

function byKind(bundles: readonly Bundle[]): readonly Bundle[] {
  return merged(bundles, ({ kind, state }) => `${kind} ${state}`);
}

/** The bundles with those that have the same key as one. */
function merged(bundles: readonly Bundle[], keyOf: (bundle: Bundle) => string): readonly Bundle[] {
  return [...groupBy(bundles, keyOf).values()].flatMap((alike): readonly Bundle[] => {
    const [first] = alike;
    const variables = distinct(alike.flatMap((bundle) => bundle.variables));
    return first === undefined ? [] : [{ ...first, variables, to: distinct(alike.flatMap(({ to }) => to)) }];
  });
}

function distinct(names: readonly string[]): readonly string[] {
  return [...new Set(names)];
}
