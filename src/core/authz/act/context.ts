/** What the parts of an authorization run share. */
import type { JsonValue } from '../../json/json';
import type { CookieJar } from '../../ports';
import type { RunPorts } from '../../run/runStep';
import type { Ledger } from './ledger';
import type { ListHistory } from './listHistory';
import type { Planting } from './canaryFields';
import type { LoadedMatrix } from '../model/matrix';
import type { Sender } from './sender/sender';
import type { WithTimeToAnswer } from './sender/sendGuard';

/** Everything impure that a run needs; each user has cookies of their own. */
export interface AuthzPorts extends Omit<RunPorts, 'cookies'> {
  readonly newCookies: () => CookieJar;
  readonly ledger: Ledger;
  /** For changes that are under way when the run is cancelled. */
  readonly withTimeToAnswer: WithTimeToAnswer;
}

/** What everything that sends needs. */
export interface AuthzContext {
  readonly loaded: LoadedMatrix;
  readonly ports: AuthzPorts;
  /** Values given by the person who runs, by variable name. */
  readonly overrides: ReadonlyMap<string, JsonValue>;
  readonly sender: Sender;
  /** Of the planted texts. */
  readonly seed: string;
  /** Where they are planted. */
  readonly planting: Planting;
  /** What lists showed so far. */
  readonly listHistory: ListHistory;
  /** Of this run alone: another one with the same seed must not take its entries of the ledger for its own. */
  readonly runId: string;
  /** Whether objects may be created. */
  readonly mayChange: boolean;
}
