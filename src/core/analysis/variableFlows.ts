/** Where the values of a chain come from and go to, request by request. */
import { defined } from '../defined';
import type { AnalyzedVariable, ChainAnalysis } from './analysis';
import { consumersOf, isOwn } from './variables';

/** A variable of a chain: the first request that extracts it, and those that use it, by id. */
export interface VariableFlow {
  readonly name: string;
  /** Absent when no request of the chain extracts it. */
  readonly producer?: string;
  readonly consumers: readonly string[];
}

/** The variables of a chain, in order of appearance. */
export function variableFlows(analysis: ChainAnalysis): readonly VariableFlow[] {
  return shownVariables(analysis).map((variable) => {
    const producer = variable.definitions.find((definition) => definition.kind === 'extraction');
    return {
      name: variable.name,
      ...defined({ producer: producer?.requestId }),
      consumers: consumersOf(variable, analysis.source),
    };
  });
}

/** The variables that a chain defines or uses. */
export function shownVariables({ variables }: ChainAnalysis): readonly AnalyzedVariable[] {
  return variables.filter(({ definitions, uses }) => uses.length > 0 || definitions.some(isOwn));
}
