/** The input of a run: which requests of which chain, and how the person wants them sent. */
import type { JsonValue } from '../../core/json/json';
import type { Permitted } from '../../core/permission/approval';
import type { RunEvent } from '../../core/result/result';
import type { RunSelection } from '../../core/run/plan';
import type { Bail, RunMemory } from '../../core/run/runStep';
import type { LoadDescription } from '../files/loadDescription';
import type { RunFiles } from '../files/loadRun';
import type { TransportConfig } from '../http/transport';
import type { LateMasking } from '../results/redactedRun';
import type { RunSecretSettings } from '../secrets/runSecrets';
import type { SignInPorts } from '../secrets/signInPorts';
import type { EnvironmentTrust } from './environmentTrust';

/** What to run. */
export interface ExecuteJob extends RunFiles {
  readonly select: RunSelection;
  /** Whether requests that are not idempotent are sent without retries; false by default. */
  readonly isSentOnce?: boolean;
  /** What the last run of this chain left: what it knows need not be asked for. A run of everything starts without it. */
  readonly known?: RunMemory;
  /** Reads descriptions of APIs; absent reads them in this thread. */
  readonly describe?: LoadDescription;
}

/** How to run; the person who runs decides, never a file of the workspace. */
export interface ExecuteSettings extends RunSecretSettings {
  readonly overrides: ReadonlyMap<string, JsonValue>;
  /** Origins that responses and redirects may lead to. */
  readonly allowHosts: readonly string[];
  /** Origins that the person named themself: what is obtained with secrets may go there. */
  readonly vouchedHosts: readonly string[];
  /** What the person allowed when they were asked; `all` where starting a run is the permission. */
  readonly approval: Permitted;
  /** Whether only this machine and `allowHosts` are contacted, whatever files say; false by default. */
  readonly isConfined?: boolean;
  /** Who vouches for environment files; absent in the editor, which asks about each origin. */
  readonly trust?: EnvironmentTrust;
  /** Present when the first failure stops the run, and every other that is given the same. */
  readonly bail?: Bail;
  /** Rows of data at a time, where the chain allows it; one by default. */
  readonly rowsAtOnce?: number;
  /** Makes the random values of requests repeatable; absent is a run whose values are new. */
  readonly seed?: string;
  /** Milliseconds for a request that says nothing else. */
  readonly timeoutMs: number;
  readonly network: Pick<TransportConfig, 'mode' | 'proxy' | 'proxyEnvironment' | 'maxBodyBytes'> & {
    /** False switches certificate verification off; results say so. */
    readonly verifyTls: boolean;
  };
  /** Keys the pseudonyms of masked values: the same key gives the same pseudonyms. */
  readonly maskingKey: Uint8Array;
  /** Leaves out of an event what nobody will read; it need not be masked then. */
  readonly shorten?: <Text>(event: RunEvent<Text>) => RunEvent<Text>;
  /** Stores what of an event is too long to be kept in memory. */
  readonly keepBodies?: (event: RunEvent) => Promise<RunEvent>;
  /** Is given what masks early requests by secrets that the run learned later. */
  readonly maskingAtEnd?: (late: LateMasking) => void;
  readonly userAgent: string;
  /** How people sign in in a browser; absent where there is nobody to do so. */
  readonly signIn?: SignInPorts;
}
