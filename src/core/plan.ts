/**
 * Planning a run: which requests of which chains are considered, in which order.
 *
 * Order of the list is order of execution, required chains first. A selection narrows the main chain;
 * its required chains run when everything is run, and otherwise only when something that is selected
 * needs a variable of theirs that is not known from an earlier run.
 */
import { UserError } from './errors';
import type { Chain, ChainRequest } from './model';
import { referencedVariables, jsonTexts, variableUses } from './references';

/** A chain and the file it stands in (workspace path, `/` as separator). */
export interface LoadedChain {
  readonly file: string;
  readonly chain: Chain;
}

/** Which requests of the main chain to run. */
export type RunSelection =
  | { readonly kind: 'all' }
  | { readonly kind: 'only' | 'withDependencies' | 'from' | 'to'; readonly id: string }
  | { readonly kind: 'failed'; readonly ids: readonly string[] };

/** A request that the run considers. */
export interface PlanItem {
  readonly loaded: LoadedChain;
  readonly request: ChainRequest;
}

/** What to run, in order. */
export interface RunPlan {
  readonly main: LoadedChain;
  /** Chains the main one requires, directly or not, in the order they run. */
  readonly required: readonly LoadedChain[];
  readonly items: readonly PlanItem[];
}

/**
 * Plans a run.
 *
 * @param known names of variables that an earlier run left values for
 * @throws UserError when the selection names a request that the chain does not have
 */
export function planRun(
  main: LoadedChain,
  required: readonly LoadedChain[],
  selection: RunSelection,
  known: ReadonlySet<string>,
): RunPlan {
  const selected = selectRequests(main, selection, known);
  const needed = neededVariables(main.chain, usedVariables(main.chain, selected));
  const produced = new Set(required.flatMap(({ chain }) => producedVariables(chain)));
  const needsRequired =
    selection.kind === 'all' || [...needed].some((name) => produced.has(name) && !known.has(name));
  const items = [
    ...(needsRequired ? required.flatMap((loaded) => asItems(loaded, loaded.chain.requests)) : []),
    ...asItems(main, selected),
  ];
  return { main, required, items };
}

/** Names of the variables a request extracts. */
export function extractedVariables({ extract }: ChainRequest): readonly string[] {
  return extract.map(({ variable }) => variable);
}

/** Names of the variables that stand in requests. */
export function usedVariables(chain: Chain, requests: readonly ChainRequest[]): readonly string[] {
  return requests.flatMap((request) => variableUses(request, chain)).map(({ variable }) => variable);
}

/** The given names and those that they need themselves, through the chain's own constants. */
export function neededVariables(chain: Chain, names: readonly string[]): ReadonlySet<string> {
  const needed = new Set<string>();
  const need = (name: string): void => {
    if (needed.has(name)) {
      return;
    }
    needed.add(name);
    const authored = Object.hasOwn(chain.variables, name) ? chain.variables[name] : undefined;
    if (authored !== undefined) {
      jsonTexts(authored)
        .flatMap(({ text }) => referencedVariables(text))
        .forEach(need);
    }
  };
  names.forEach(need);
  return needed;
}

function selectRequests(
  { file, chain }: LoadedChain,
  selection: RunSelection,
  known: ReadonlySet<string>,
): readonly ChainRequest[] {
  const { requests } = chain;
  const indexOf = (id: string): number => {
    const index = requests.findIndex((request) => request.id === id);
    if (index === -1) {
      const ids = requests.map((request) => request.id).join(', ');
      throw new UserError(`There is no request "${id}" in ${file}.`, `Its requests are: ${ids || 'none'}.`);
    }
    return index;
  };
  switch (selection.kind) {
    case 'all':
      return requests;
    case 'only':
      return requests.slice(indexOf(selection.id), indexOf(selection.id) + 1);
    case 'from':
      return requests.slice(indexOf(selection.id));
    case 'to':
      return requests.slice(0, indexOf(selection.id) + 1);
    case 'withDependencies':
      return withProducers(chain, [indexOf(selection.id)], new Set());
    case 'failed':
      return withProducers(chain, selection.ids.map(indexOf), known);
  }
}

/** The requests at `indexes` and, transitively, those before them that produce what they need. */
function withProducers(
  chain: Chain,
  indexes: readonly number[],
  known: ReadonlySet<string>,
): readonly ChainRequest[] {
  const chosen = new Set<number>();
  const choose = (index: number): void => {
    const request = chain.requests[index];
    if (request === undefined || chosen.has(index)) {
      return;
    }
    chosen.add(index);
    for (const variable of neededVariables(chain, usedVariables(chain, [request]))) {
      if (!known.has(variable)) {
        choose(producerBefore(chain, variable, index));
      }
    }
  };
  indexes.forEach(choose);
  return chain.requests.filter((_request, index) => chosen.has(index));
}

/** Index of the last enabled request before `index` that extracts the variable, or -1. */
function producerBefore(chain: Chain, variable: string, index: number): number {
  return chain.requests.findLastIndex(
    (request, position) =>
      position < index && !request.disabled && extractedVariables(request).includes(variable),
  );
}

function producedVariables({ requests }: Chain): readonly string[] {
  return requests.flatMap(extractedVariables);
}

function asItems(loaded: LoadedChain, requests: readonly ChainRequest[]): readonly PlanItem[] {
  return requests.map((request) => ({ loaded, request }));
}
