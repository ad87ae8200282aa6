/** The files of a workspace folder that may name each other's variables and requests, and places in them. */
import type { ChainAnalysis } from '../analysis/analysis';
import type { EnvironmentSource } from '../analysis/chainSource';
import type { TextRange } from '../problem';
import type { AuthzSource } from './authzSource';

/** The files of a workspace folder that may name each other's variables and requests. */
export interface LinkedFiles {
  readonly chains: readonly ChainAnalysis[];
  readonly environments: readonly EnvironmentSource[];
  readonly authz: readonly AuthzSource[];
}

/** One place where something is named; the range covers the name alone. */
export interface Occurrence {
  /** Workspace path. */
  readonly file: string;
  readonly range: TextRange;
  readonly role: 'definition' | 'use';
}

/** A place in a file. */
export interface FileOffset {
  /** Workspace path. */
  readonly file: string;
  readonly offset: number;
}
