/** The options of `authz`, as written on the command line and as the engine takes them. */
import { defined } from '../../core/defined';
import type { MatrixSettings } from '../../node/authz/wireMatrix';
import { authzRemedies } from '../remedies';
import type { ReporterOptions } from '../reports';
import { executeSettings, type NetworkOptions } from '../runOptions';
import type { NotifyOptions } from '../notify/notifyOptions';
import type { CommandContext } from '../commandContext';

/** What commander gives for everything that reports a result. */
export interface AuthzReportOptions extends ReporterOptions {
  readonly strict: boolean;
  /** Path of a baseline to compare with. */
  readonly baseline?: string;
  /** Path of a baseline to write. */
  readonly writeBaseline?: string;
  readonly junitWarn: 'failure' | 'skipped';
  readonly sarifFull: boolean;
  /** Path of a description to measure coverage by. */
  readonly openapi?: string;
}

/** What commander gives for `authz run`. */
export interface AuthzRunOptions extends NetworkOptions, NotifyOptions, AuthzReportOptions {
  readonly environment?: string;
  readonly dryRun: boolean;
  readonly allowMutations: boolean;
  /** Patterns of cells or operations; empty is all. */
  readonly only: readonly string[];
  /** Path of an older description than `openapi`: what is the same in both is not tested. */
  readonly sinceSpec?: string;
  readonly irreversible: readonly string[];
  /** How many cells that only read are tested at a time. */
  readonly parallel: number;
  readonly seed?: string;
  readonly bodies: boolean;
}

/** What commander gives for `authz cleanup`. */
export interface AuthzCleanupOptions extends NetworkOptions {
  readonly environment?: string;
}

/**
 * The engine's settings for a run.
 *
 * @param only patterns of cells or operations; absent is all
 */
export function matrixSettings(
  { allowMutations, irreversible, parallel, seed, bodies, ...network }: AuthzRunOptions,
  only: readonly string[] | undefined,
  context: CommandContext,
): MatrixSettings {
  return {
    execute: { ...executeSettings(network, context), remedies: authzRemedies },
    allowMutations,
    irreversible,
    parallel,
    ...defined({ only, seed }),
    keepBodies: bodies,
  };
}

/** The engine's settings for deleting what runs left: who asks for it agrees to it. */
export function cleanupSettings(options: AuthzCleanupOptions, context: CommandContext): MatrixSettings {
  return {
    execute: { ...executeSettings(options, context), remedies: authzRemedies },
    allowMutations: true,
    irreversible: [],
    keepBodies: false,
  };
}
