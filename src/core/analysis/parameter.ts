/**
 * The variables of a chain as the Parameter Dashboard shows them: broken ones first, then those that
 * nothing uses, then the healthy ones; each with who gives it a value, who takes it, and what is wrong.
 */
import type { AnalyzedVariable, Definition } from './analysis';
import type { TextRange } from '../problem';

/** Variables in the same state. */
export interface ParameterGroup {
  readonly health: AnalyzedVariable['health'];
  /** In the order of the file. */
  readonly parameters: readonly Parameter[];
}

/** A variable with the places that name it. */
export interface Parameter {
  readonly name: string;
  /** The request whose own it is; absent for a variable of the chain. */
  readonly request?: { readonly id: string; readonly index: number };
  /** JSON text of its last or written value, masked; absent when it has none yet. */
  readonly value?: string;
  /** Producers, then consumers. */
  readonly places: readonly ParameterPlace[];
  /** Messages, in the order of the file. */
  readonly problems: readonly string[];
}

/** A place that gives a variable its value or takes it. */
export interface ParameterPlace {
  readonly role: Definition['kind'] | 'own' | 'use';
  /** Workspace path. */
  readonly file: string;
  readonly range: TextRange;
  /** What is there, in a word or two: a request's id, a constant, an environment; may be empty. */
  readonly owner: string;
  /** Which part of a response or a request: `body $.id`, `header If-Match`; may be empty. */
  readonly part: string;
  /** A producer that gives nothing, a use without a value. */
  readonly fails: boolean;
}

/** How many variables need a person's attention: those that are broken or unused. */
export function troubledCount(groups: readonly ParameterGroup[]): number {
  return groups
    .filter(({ health }) => health !== 'healthy')
    .reduce((count, { parameters }) => count + parameters.length, 0);
}
