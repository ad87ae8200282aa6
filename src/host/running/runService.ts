/**
 * Starting runs: the one way for commands, results panels and tests alike.
 *
 * Trust comes first, then the environment, then the question whether this may be sent at all; only a yes
 * starts the run that was asked about.
 */
import { defined } from '../../core/defined';
import type { RunSelection } from '../../core/run/plan';
import type { RunOutcome } from '../../core/result/result';
import type { RunTrigger } from '../../core/result/resultFile';
import type { ChainPlace } from '../chainDocument';
import type { PreparedRun } from '../../node/run/execute';
import type { ChainRuns, RunOrder } from '../chainRuns';
import type { Environments } from '../services';
import { requireTrust } from '../trust';

/**
 * Asks what has to be asked before anything is sent: a protected environment, a new origin, a secret that
 * has no value. False means the person said no. `prepare` gives the run that a yes starts.
 */
export type BeforeRun = (
  place: ChainPlace,
  order: RunOrder,
  prepare: () => Promise<PreparedRun>,
) => Promise<boolean>;

/** A run that somebody wants. */
export interface WantedRun {
  readonly place: ChainPlace;
  readonly select: RunSelection;
  readonly trigger: RunTrigger;
  /** Name of an environment; absent is the one that is chosen for the chain. */
  readonly environment?: string;
}

/** What starting a run needs. */
export interface RunPorts {
  readonly runs: ChainRuns;
  readonly environments: Pick<Environments, 'nameFor'>;
  readonly beforeRun: BeforeRun;
}

/** Starts runs and remembers the last one. */
export class RunService {
  #last: WantedRun | undefined;

  constructor(private readonly ports: RunPorts) {}

  /** The runs that it starts. */
  get runs(): ChainRuns {
    return this.ports.runs;
  }

  /** What was run last; absent before the first run of this window. */
  get last(): WantedRun | undefined {
    return this.#last;
  }

  /**
   * Runs a chain and resolves when it ends: to nothing when the person said no and nothing was sent.
   *
   * @throws UserError when the workspace is not trusted, or the chain cannot be run
   */
  async start(wanted: WantedRun): Promise<RunOutcome | undefined> {
    requireTrust();
    const { place, select, trigger } = wanted;
    const environment = wanted.environment ?? (await this.ports.environments.nameFor(place.uri));
    const order = { select, ...defined({ environment }) };
    let prepared: Promise<PreparedRun> | undefined;
    const prepare = (): Promise<PreparedRun> => (prepared ??= this.runs.prepare(place, order));
    if (!(await this.ports.beforeRun(place, order, prepare))) {
      return undefined;
    }
    this.#last = wanted;
    return this.runs.run(place, await prepare(), trigger);
  }
}

/** What a person does by running that selection of a chain without asking for a record. */
export function triggerOf({ kind }: RunSelection): RunTrigger {
  return kind === 'all' ? 'runAll' : 'part';
}
