/**
 * The requests of the chains that are steps: for each step a group of nodes, with what flows between them and the
 * requests that what flows into the step, and out of it, belongs to.
 */
import type { ChainAnalysis, Surroundings } from '../analysis/analysis';
import { analyzeChain } from '../analysis/analyzeChain';
import { calledChain } from '../analysis/calledChain';
import type { RequestSource } from '../analysis/chainSource';
import { nameOfRequest } from '../analysis/missingFindings';
import { consumersOf } from '../analysis/variables';
import { defined } from '../defined';
import type { Flow } from './flows';
import type { InnerRequestNode } from './graph';
import { dependencyFlows, firstIndexes, innerKey, requestKey } from './requestFlows';

/** A step whose requests can be seen. */
export interface StepGroup {
  /** Workspace path of the chain that it runs. */
  readonly file: string;
  readonly nodes: readonly InnerRequestNode[];
  /** Between its requests. */
  readonly flows: readonly Flow[];
  /** Keys of the requests that a value of the calling chain goes to. */
  readonly takers: (variable: string) => readonly string[];
  /** Key of the request that extracts what the calling chain takes. */
  readonly giver: (variable: string) => string;
}

/** Requests behind steps in one drawing; a step for which there is no more room stays one node. */
const MOST_REQUESTS = 2_000;

/** The groups by the key of their step. */
export function stepGroups({ source, surroundings }: ChainAnalysis): ReadonlyMap<string, StepGroup> {
  const known = new Map<string, ChainAnalysis | undefined>();
  const groups = new Map<string, StepGroup>();
  let room = MOST_REQUESTS;
  for (const step of source.requests) {
    const name = step.marks.call?.name;
    if (name !== undefined) {
      const called = known.has(name) ? known.get(name) : analysisOf(name, surroundings);
      known.set(name, called);
      const count = called?.source.requests.length ?? 0;
      if (called !== undefined && count > 0 && count <= room) {
        room -= count;
        groups.set(requestKey(step.index), groupOf(step, called));
      }
    }
  }
  return groups;
}

/** A called chain as it is seen by itself. */
function analysisOf(name: string, surroundings: Surroundings): ChainAnalysis | undefined {
  const called = calledChain(surroundings, name);
  const { environment, environmentFault } = surroundings;
  return (
    called &&
    analyzeChain(called.source, {
      required: called.required,
      requiresFaults: [],
      ...defined({ environment, environmentFault }),
    })
  );
}

function groupOf(step: RequestSource, called: ChainAnalysis): StepGroup {
  const { source } = called;
  const group = requestKey(step.index);
  const keyOf = (index: number): string => innerKey(group, index);
  const enabled = source.requests.filter(({ disabled }) => !disabled);
  const first = keyOf(enabled[0]?.index ?? 0);
  const last = keyOf(enabled.at(-1)?.index ?? 0);
  return {
    file: source.file,
    nodes: source.requests.map((request) => ({
      kind: 'inner-request',
      key: keyOf(request.index),
      group,
      index: request.index,
      id: request.id,
      name: nameOfRequest(request),
      method: request.method,
      disabled: step.disabled || request.disabled,
    })),
    flows: dependencyFlows(called, keyOf),
    takers: (variable) => {
      const taking = givenNames(step, variable).flatMap((name) => usersOf(called, name));
      return taking.length === 0 ? [first] : [...new Set(taking)].map(keyOf);
    },
    giver: (variable) => {
      const giving = enabled.findLast(({ marks }) => marks.extractions.some(({ name }) => name === variable));
      return giving === undefined ? last : keyOf(giving.index);
    },
  };
}

/** The names under which a step gives a value to its chain. */
function givenNames({ marks }: RequestSource, variable: string): readonly string[] {
  return marks.references.flatMap(({ name, location }) =>
    name === variable && location.in === 'variables' ? (location.name ?? []) : [],
  );
}

function usersOf({ source, byName }: ChainAnalysis, name: string): readonly number[] {
  const variable = byName.get(name);
  const indexOf = firstIndexes(source.requests);
  return variable === undefined ? [] : consumersOf(variable, source).flatMap((id) => indexOf.get(id) ?? []);
}
