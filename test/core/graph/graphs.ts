/** Graphs of chains that tests write down as plain requests. */
import type { Surroundings } from '../../../src/core/analysis/analysis';
import { analyzeChain } from '../../../src/core/analysis/analyzeChain';
import { readEnvironmentSource } from '../../../src/core/analysis/environmentSource';
import { createChainReader } from '../../../src/core/analysis/readSource';
import { defined } from '../../../src/core/defined';
import { chainGraph } from '../../../src/core/graph/chainGraph';
import type { ChainGraph } from '../../../src/core/graph/graph';

/** A chain file before it is validated. */
export function readChain(requests: readonly object[], more: object = {}, file = 'main.chain.json') {
  const chain = { formatVersion: 1, name: 'Test', ...more, requests };
  return createChainReader()(JSON.stringify(chain), file);
}

/** The graph of these requests in the environment `local`, which has `baseUrl` and `password`. */
export function graphOf(
  requests: readonly object[],
  more: object = {},
  around: Partial<Surroundings> = {},
): ChainGraph {
  const variables = { baseUrl: 'http://h', password: 'p' };
  const text = JSON.stringify({ formatVersion: 1, name: 'local', variables });
  const environment = readEnvironmentSource(text, 'local.environment.json');
  return chainGraph(
    analyzeChain(readChain(requests, more), {
      required: [],
      requiresFaults: [],
      ...defined({ environment }),
      ...around,
    }),
  );
}

/** A request to a path of no origin, so that nothing flows from the environment. */
export function get(id: string, url = '/', more: object = {}): object {
  return { id, name: id.toUpperCase(), method: 'GET', url, ...more };
}

/** A chain as a step. */
export function step(id: string, more: object = {}): object {
  return { id, name: id.toUpperCase(), chain: `${id}.chain.json`, ...more };
}

/** Extractions of these variables. */
export function takes(...names: readonly string[]): object {
  return { extract: names.map((variable) => ({ variable, from: 'body', path: `$.${variable}` })) };
}

/** Authentication with the value of a variable. */
export function bearer(variable: string): object {
  return { auth: { type: 'bearer', token: `{{${variable}}}` } };
}

/** Edges as `from > to: variables, kind, state`. */
export function shownEdges({ edges }: ChainGraph): readonly string[] {
  return edges.map(
    ({ from, to, variables, kind, state }) => `${from} > ${to}: ${variables.join('+')}, ${kind}, ${state}`,
  );
}

/** The sketch's chain: log in, create, read, change, read what the change gave, delete. */
export const orders: readonly object[] = [
  get('login', '/', takes('token', 'userId')),
  get('create', '/?u={{userId}}', { ...bearer('token'), ...takes('orderId') }),
  get('read', '/{{orderId}}', bearer('token')),
  get('change', '/{{orderId}}', takes('invoiceId')),
  get('invoice', '/{{invoiceId}}'),
  get('delete', '/{{orderId}}', { disabled: true }),
];
