/**
 * Why a variable has no value where a request uses it, and what to do about that: move a request, switch
 * one on, define the variable.
 */
import { list } from '../words';
import type { Definition, Surroundings } from './analysis';
import { requestByIndex, type ChainSource, type RequestSource } from './chainSource';
import { earlierExtractions, type DefinitionTable, type ExtractionDefinition } from './definitions';
import type { NoValueFinding } from './finding';
import { orderGraph, relocation, type OrderEdge, type OrderGraph, type Relocation } from './orderGraph';
import type { MissingUse, RequestNeeds } from './requestNeeds';

/** Why a variable is missing; `producer` is the request that could give it. */
export type Miss =
  | { readonly kind: 'late' | 'itself' | 'disabled'; readonly producer: ExtractionDefinition }
  | { readonly kind: 'undefined' };

/** Why a variable is missing for the request at `index`. */
export function missOf(table: DefinitionTable, variable: string, index: number): Miss {
  const definitions = table.get(variable) ?? [];
  const later = earlierExtractions(definitions, index + 1);
  const lateProducer = firstEnabled(definitions, later, definitions.length);
  if (lateProducer !== undefined) {
    return { kind: 'late', producer: lateProducer };
  }
  const itself = firstEnabled(definitions, 0, later);
  if (itself !== undefined) {
    return { kind: 'itself', producer: itself };
  }
  const disabled = definitions[earlierExtractions(definitions, index) - 1] ?? definitions[0];
  return disabled?.kind === 'extraction' ? { kind: 'disabled', producer: disabled } : { kind: 'undefined' };
}

/** The first extraction between two positions that is not switched off; extractions come before other definitions. */
function firstEnabled(
  definitions: readonly Definition[],
  start: number,
  end: number,
): ExtractionDefinition | undefined {
  for (let at = start; at < end; at += 1) {
    const definition = definitions[at];
    if (definition?.kind !== 'extraction') {
      return undefined;
    }
    if (!definition.disabled) {
      return definition;
    }
  }
  return undefined;
}

/** What decides why a variable is missing. */
export interface MissingContext {
  readonly source: ChainSource;
  readonly table: DefinitionTable;
  readonly surroundings: Surroundings;
}

/** The problems behind missing variables, each once for a request; what may be defined outside is left out. */
export function missingFindings(
  { produced, missing }: RequestNeeds,
  context: MissingContext,
): readonly NoValueFinding[] {
  const misses = firstOfEach(missing).map((use) => ({
    use,
    miss: missOf(context.table, use.missing, use.request.index),
  }));
  const late = misses.flatMap(({ use, miss }): readonly OrderEdge[] =>
    miss.kind === 'late' ? [{ producer: miss.producer.requestIndex, consumer: use.request.index }] : [],
  );
  const right = produced.map(({ definition, use }) => ({
    producer: definition.requestIndex,
    consumer: use.request.index,
  }));
  const graph = orderGraph([...right, ...late]);
  const isKnown = knowsOutside(context.surroundings);
  return misses
    .filter(({ miss }) => isKnown || miss.kind !== 'undefined')
    .map(({ use, miss }, position) =>
      missingFinding(use, miss, context.source, position < MOST_MENDED ? graph : undefined),
    );
}

/**
 * Variables that requests need and nothing defines, while a file around the chain does not exist or cannot be read:
 * whatever that file would define, a run lacks them now. Empty when all files can be read.
 */
export function withoutBrokenFiles(
  { missing }: RequestNeeds,
  { table, surroundings }: Omit<MissingContext, 'source'>,
): readonly string[] {
  return !hasFaults(surroundings)
    ? []
    : missing
        .filter((use) => missOf(table, use.missing, use.request.index).kind === 'undefined')
        .flatMap((use) => [use.missing, use.variable]);
}

/** Problems for which the best move is looked for; each may lead through the whole chain. */
const MOST_MENDED = 100;

function firstOfEach(missing: readonly MissingUse[]): readonly MissingUse[] {
  const seen = new Set<string>();
  return missing.filter(({ request, missing: name }) => {
    const key = `${request.index} ${name}`;
    const isNew = !seen.has(key);
    seen.add(key);
    return isNew;
  });
}

/** Whether the surroundings of a chain are known; if not, what it does not define may be defined there. */
function knowsOutside(surroundings: Surroundings): boolean {
  return surroundings.isUnknown !== true && !hasFaults(surroundings);
}

function hasFaults({ environmentFault, dataFault, requiresFaults }: Surroundings): boolean {
  return environmentFault !== undefined || dataFault !== undefined || requiresFaults.length > 0;
}

function missingFinding(
  use: MissingUse,
  miss: Miss,
  source: ChainSource,
  graph: OrderGraph | undefined,
): NoValueFinding {
  const { request, missing, variable, range } = use;
  const about = {
    severity: 'error',
    range,
    request: request.id,
    variable: missing,
    needing: variable,
  } as const;
  switch (miss.kind) {
    case 'late':
      return {
        ...about,
        code: 'used-before-produced',
        message: lateMessage(use, miss.producer, source, graph),
      };
    case 'itself':
      return { ...about, code: 'used-before-produced', message: itselfMessage(use) };
    case 'disabled':
      return { ...about, code: 'broken-producer', message: disabledMessage(use, miss.producer, source) };
    case 'undefined':
      return { ...about, code: 'unresolved', message: undefinedMessage(use) };
  }
}

/** What people call a request. */
export function nameOfRequest({ name, id, index }: RequestSource): string {
  return name !== '' ? name : id !== '' ? id : `request ${index + 1}`;
}

function lateMessage(
  use: MissingUse,
  producer: ExtractionDefinition,
  source: ChainSource,
  graph: OrderGraph | undefined,
): string {
  const name = (index: number): string => nameAt(source, index);
  const edge: OrderEdge = { producer: producer.requestIndex, consumer: use.request.index };
  const what = `${subject(use)} is used before ${name(edge.producer)} extracts it.`;
  if (graph === undefined) {
    return `${what} Move ${name(edge.producer)}, and what it needs, before ${name(edge.consumer)}.`;
  }
  const fix = relocation(graph, AS_IT_IS, edge);
  return fix === undefined
    ? `${what} ${name(edge.producer)} needs ${name(edge.consumer)} in turn, so no order works: take ${use.missing} from somewhere else.`
    : `${what} ${moveInWords(fix, name)}`;
}

/** No request has another position than its index. */
const AS_IT_IS: readonly number[] = [];

function moveInWords({ moved, place, anchor }: Relocation, name: (index: number) => string): string {
  const names = moved.length > MOST_NAMED ? `these ${moved.length} requests` : list(moved.map(name));
  const which = moved.length > MOST_NAMED ? `, from ${name(moved[0] ?? 0)} on,` : '';
  return `Move ${names}${which} ${place} ${name(anchor)}.`;
}

/** Names in one sentence; more would drown it. */
const MOST_NAMED = 4;

function itselfMessage(use: MissingUse): string {
  return `${subject(use)} is used by the request that extracts it. Extract it from an earlier response.`;
}

function disabledMessage(use: MissingUse, producer: ExtractionDefinition, source: ChainSource): string {
  const name = nameAt(source, producer.requestIndex);
  return `${subject(use)} comes from ${name}, which is switched off. Switch ${name} on, or define ${use.missing} elsewhere.`;
}

function undefinedMessage(use: MissingUse): string {
  const what = subject(use);
  return what === use.missing
    ? `Nothing defines ${what}. ${REMEDY}`
    : `${what} is defined nowhere. ${REMEDY}`;
}

const REMEDY =
  'Extract it from an earlier response, or add it to the variables of the chain or the environment.';

/** The missing variable, and why it is needed if the place does not show that. */
function subject({ missing, variable, inherited }: MissingUse): string {
  const through = missing === variable ? '' : `, which ${variable} needs,`;
  const by = inherited ? ' for the inherited authentication' : '';
  return `${missing}${through}${by}`;
}

function nameAt(source: ChainSource, index: number): string {
  const request = requestByIndex(source, index);
  return request === undefined ? `request ${index + 1}` : nameOfRequest(request);
}
