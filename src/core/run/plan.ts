/**
 * Planning a run: which requests of which chains are considered, in which order.
 *
 * Order of the list is order of execution, required chains first. A selection narrows the main chain;
 * its required chains run when everything is run, and otherwise only when something that is selected
 * needs a variable of theirs that is not known from an earlier run; never for the rest of a run.
 *
 * Chains that are called as steps are not in the list: the request that calls them is. What they require is, after what the
 * main chain requires.
 *
 * With rows of data, the requests of the main chain are in the plan once per row, and those of required chains from the
 * first one on that reads a column.
 */
import type { DataRow, DataTable } from '../data/dataTable';
import { UserError } from '../errors';
import type { JsonValue } from '../json/json';
import type { Chain, ChainRequest, Environment } from '../model';
import { pathFrom } from '../language/filePath';
import { variableUses } from '../prepare/references';
import { neededVariables, outerValues, type WrittenValues } from '../prepare/writtenValues';

/** A chain and its file (workspace path, `/` as separator). */
export interface LoadedChain {
  readonly file: string;
  readonly chain: Chain;
}

/** A chain that others run as a step, and the chains that it requires, in the order they run. */
export interface CalledChain {
  readonly loaded: LoadedChain;
  readonly required: readonly LoadedChain[];
}

/** The chains that are called, directly or not, by file. */
export type CalledChains = ReadonlyMap<string, CalledChain>;

/** Which requests of the main chain to run. */
export type RunSelection =
  | { readonly kind: 'all' }
  | { readonly kind: 'only' | 'from' | 'to'; readonly id: string }
  /**
   * From this request on, after a run that reached it, and before that those of `again`: required chains do not run again,
   * whatever they left.
   */
  | { readonly kind: 'rest'; readonly id: string; readonly again: readonly string[] }
  /** These and what produces their values: again (`withDependencies`), or where it is not known (`failed`). */
  | { readonly kind: 'withDependencies' | 'failed'; readonly ids: readonly string[] };

/** A request that the run considers. */
export interface PlanItem {
  readonly loaded: LoadedChain;
  readonly request: ChainRequest;
  /** The row that it is sent for; absent for what all rows share, and without rows. */
  readonly row?: DataRow;
}

/** What to run, in order. */
export interface RunPlan {
  readonly main: LoadedChain;
  /** Chains the main one requires, directly or not, in the order they run. */
  readonly required: readonly LoadedChain[];
  readonly called: CalledChains;
  /** Those of a row follow each other. */
  readonly items: readonly PlanItem[];
  /** The rows that were selected; absent without rows. */
  readonly data?: DataTable;
  /** What people wrote outside the main chain; columns of data first. */
  readonly outside: WrittenValues;
}

/** The chains of a run, and the environment they run in. */
export interface PlannedChains {
  readonly main: LoadedChain;
  readonly required: readonly LoadedChain[];
  /** Absent when no chain calls another. */
  readonly called?: CalledChains;
  readonly environment: Environment | undefined;
  /** The rows to run it for. */
  readonly data?: DataTable;
}

/**
 * Plans a run.
 *
 * @param known names of variables that an earlier run left values for
 * @throws UserError when the selection names a request that the chain does not have
 */
export function planRun(
  { main, required, called = new Map(), environment, data }: PlannedChains,
  selection: RunSelection,
  known: ReadonlySet<string>,
): RunPlan {
  const outer = outerValues(
    required.map(({ chain }) => chain),
    environment,
  );
  const outside = underColumns(data, outer);
  const values = underColumns(data, [main.chain.variables, ...outer]);
  const selected = selectRequests(main, selection, { known, values });
  const needed = neededVariables(values, usedVariables(main.chain, selected));
  const produced = new Set(required.flatMap(({ chain }) => chain.requests.flatMap(extractedVariables)));
  const needsRequired =
    selection.kind === 'all' ||
    (selection.kind !== 'rest' && [...needed].some((name) => produced.has(name) && !known.has(name)));
  const ofMain = needsRequired ? required : [];
  const ofCalls =
    selection.kind === 'rest'
      ? []
      : requiredByCalls(called, [...itemsOf(ofMain), ...asItems(main, selected)]);
  const before = [...ofMain, ...ofCalls];
  if (data === undefined) {
    return { main, required, called, items: [...itemsOf(before), ...asItems(main, selected)], outside };
  }
  const firstPerRow = before.findIndex(({ chain }) => readsColumn(chain, data, outer));
  const shared = firstPerRow === -1 ? before : before.slice(0, firstPerRow);
  const perRow = [...itemsOf(before.slice(shared.length)), ...asItems(main, selected)];
  const items = [
    ...itemsOf(shared),
    ...data.rows.flatMap((row) => perRow.map((item): PlanItem => ({ ...item, row }))),
  ];
  return { main, required, called, items, data, outside };
}

/** The chain that an item of a plan runs as a step; absent for a request. */
export function calledBy(called: CalledChains, { loaded, request }: CalledFrom): CalledChain | undefined {
  const file = request.call === undefined ? undefined : pathFrom(loaded.file, request.call.chain);
  return file === undefined ? undefined : called.get(file);
}

type CalledFrom = Pick<PlanItem, 'loaded' | 'request'>;

/** All chains of a plan: those that may run, in the order they do, with the main one last. */
export function chainsOf({
  required,
  called,
  main,
}: Pick<RunPlan, 'required' | 'called' | 'main'>): readonly LoadedChain[] {
  const ofCalls = [...called.values()].flatMap((one) => [...one.required, one.loaded]);
  return [...new Set([...required, ...ofCalls, main])];
}

/** The chains that a chain of a plan requires; one that is required itself sees those that run before it. */
export function requiredOf({ required, called }: RunPlan, loaded: LoadedChain): readonly LoadedChain[] {
  const calls = [...called.values()];
  const own = calls.find((one) => one.loaded === loaded);
  if (own !== undefined) {
    return own.required;
  }
  const list = [required, ...calls.map((one) => one.required)].find((one) => one.includes(loaded));
  return list === undefined ? required : list.slice(0, list.indexOf(loaded));
}

/** What the chains require that items call, directly or not, each once. */
function requiredByCalls(called: CalledChains, items: readonly CalledFrom[]): readonly LoadedChain[] {
  const found = new Set<LoadedChain>();
  const seen = new Set<CalledChain>();
  const visit = (from: CalledFrom): void => {
    const chain = from.request.disabled ? undefined : calledBy(called, from);
    if (chain === undefined || seen.has(chain)) {
      return;
    }
    seen.add(chain);
    chain.required.forEach((required) => found.add(required));
    itemsOf([...chain.required, chain.loaded]).forEach(visit);
  };
  items.forEach(visit);
  const mine = new Set(items.map(({ loaded }) => loaded));
  return [...found].filter((required) => !mine.has(required));
}

function readsColumn(chain: Chain, data: DataTable, outer: WrittenValues): boolean {
  const needed = neededVariables([chain.variables, ...outer], usedVariables(chain, chain.requests));
  return data.columns.some((name) => needed.has(name));
}

/**
 * What people wrote into the columns of all rows together, and what that hides. Rows of files are data, in which nothing
 * refers to anything; a row that lacks a column has what the column hides.
 */
export function underColumns(data: DataTable | undefined, values: WrittenValues): WrittenValues {
  if (data === undefined) {
    return values;
  }
  const { columns, rows, isAuthored } = data;
  const written = (name: string): JsonValue => {
    const having = rows.filter((row) => Object.hasOwn(row.values, name));
    const hidden = values.find((layer) => Object.hasOwn(layer, name))?.[name] ?? null;
    return [
      ...(isAuthored ? having.map((row) => row.values[name] ?? null) : []),
      ...(having.length < rows.length ? [hidden] : []),
    ];
  };
  return [Object.fromEntries(columns.map((name) => [name, written(name)])), ...values];
}

/** Names of the variables that a request extracts, or takes from a chain that it calls. */
export function producedVariables({ extract, call }: ChainRequest): readonly string[] {
  return call?.take ?? extract.map(({ variable }) => variable);
}

/** Those that others may use: what leads from page to page is the request's own. */
export function extractedVariables(request: ChainRequest): readonly string[] {
  const { forEach } = request;
  const variables = producedVariables(request);
  return forEach?.kind === 'pages' ? variables.filter((variable) => variable !== forEach.next) : variables;
}

/** Names of the variables that requests use. */
function usedVariables(chain: Chain, requests: readonly ChainRequest[]): readonly string[] {
  return requests.flatMap((request) => variableUses(request, chain)).map(({ variable }) => variable);
}

/** What is known of variables before the run. */
interface KnownVariables {
  /** Names of those that an earlier run left values for. */
  readonly known: ReadonlySet<string>;
  readonly values: WrittenValues;
}

function selectRequests(
  { file, chain }: LoadedChain,
  selection: RunSelection,
  variables: KnownVariables,
): readonly ChainRequest[] {
  const { requests } = chain;
  const indexOf = (id: string): number => {
    const index = requests.findIndex((request) => request.id === id);
    if (index === -1) {
      const ids = requests.map((request) => request.id).join(', ');
      throw new UserError(`${file} has no request "${id}".`, `Its requests are: ${ids || 'none'}.`);
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
    case 'rest': {
      const first = indexOf(selection.id);
      return requests.filter(({ id }, index) => index >= first || selection.again.includes(id));
    }
    case 'to':
      return requests.slice(0, indexOf(selection.id) + 1);
    case 'withDependencies':
      return withProducers(chain, selection.ids.map(indexOf), { ...variables, known: new Set() });
    case 'failed':
      return withProducers(chain, selection.ids.map(indexOf), variables);
  }
}

/** The requests at `indexes` and, transitively, those before them that produce what they need. */
function withProducers(
  chain: Chain,
  indexes: readonly number[],
  { known, values }: KnownVariables,
): readonly ChainRequest[] {
  const chosen = new Set<number>();
  const choose = (index: number): void => {
    const request = chain.requests[index];
    if (request === undefined || chosen.has(index)) {
      return;
    }
    chosen.add(index);
    for (const variable of neededVariables(values, usedVariables(chain, [request]))) {
      if (!known.has(variable)) {
        producersBefore(chain, variable, index).forEach(choose);
      }
    }
  };
  indexes.forEach(choose);
  return chain.requests.filter((_request, index) => chosen.has(index));
}

/**
 * Indexes of the enabled requests before `index` that may give the variable its value: the last one that extracts it,
 * and those before that as long as nothing has to be found.
 */
function producersBefore({ requests }: Chain, variable: string, index: number): readonly number[] {
  const producers: number[] = [];
  for (let at = index - 1; at >= 0; at -= 1) {
    const request = requests[at];
    if (request?.disabled !== false || !producedVariables(request).includes(variable)) {
      continue;
    }
    producers.push(at);
    if (!mayFindNothing(request, variable)) {
      break;
    }
  }
  return producers;
}

/** Whether a request may pass without a value for the variable. */
function mayFindNothing({ extract, call }: ChainRequest, variable: string): boolean {
  return call === undefined && extract.every((rule) => rule.variable !== variable || rule.optional);
}

function itemsOf(chains: readonly LoadedChain[]): readonly PlanItem[] {
  return chains.flatMap((loaded) => asItems(loaded, loaded.chain.requests));
}

function asItems(loaded: LoadedChain, requests: readonly ChainRequest[]): readonly PlanItem[] {
  return requests.map((request) => ({ loaded, request }));
}
