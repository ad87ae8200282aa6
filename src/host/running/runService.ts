/**
 * Starting runs: the one way for commands, results panels and tests alike.
 *
 * Trust comes first, then the environment, then the question whether this may be sent at all; only a yes
 * starts the run that was asked about. Of a run that a person watches the results open next to the editor as soon as it
 * begins, unless the chain's drawing is in view and shows it already; a notification with a way to cancel comes only for
 * a long run whose results are out of view.
 */
import * as vscode from 'vscode';
import { defined } from '../../core/defined';
import type { RunSelection } from '../../core/run/plan';
import type { JsonObject } from '../../core/json/json';
import type { RunOutcome } from '../../core/result/result';
import type { RunTrigger } from '../../core/result/resultFile';
import type { ChainPlace } from '../chainDocument';
import type { PreparedRun } from '../../node/run/execute';
import type { ChainRuns, RunChange, RunOrder } from '../chainRuns';
import { withoutLinks } from '../fileText';
import type { Environments } from '../services';
import { requireTrust } from '../trust';
import { noticeLater, type LongRun } from './longRun';
import { stepText } from './runStatus';

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
  /** Which rows of data; absent is all. */
  readonly rows?: string;
  readonly trigger: RunTrigger;
  /** Name of an environment; absent is the one that is chosen for the chain. */
  readonly environment?: string;
  /** Values that a model gives; absent is none. */
  readonly variables?: JsonObject;
}

/** Who starts a run in the place of a person. */
export interface RunStarter {
  /** Whether a person agreed to exactly this run. */
  readonly agreed: (prepared: PreparedRun) => Promise<boolean>;
  /** Cancels the run. */
  readonly signal: AbortSignal;
}

/** Where results are shown. */
export interface ResultsDisplay {
  /** Shows a chain's last run, or an opened result, next to the editor; the focus stays where it is. */
  show(subject: vscode.Uri): void;
  /** Shows a run of a chain that begins, unless the person watches it in another view. */
  showRun(chain: vscode.Uri): void;
  /** Whether the progress of a chain is in view. */
  isInView(chain: vscode.Uri): boolean;
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
   * @param starter absent where it is the person
   * @throws UserError when the workspace is not trusted, or the chain cannot be run
   */
  async start(wanted: WantedRun, starter?: RunStarter): Promise<RunOutcome | undefined> {
    requireTrust();
    const { place, select, rows, trigger, variables } = wanted;
    const environment = wanted.environment ?? (await this.ports.environments.nameFor(place.uri));
    const order = { select, ...defined({ environment, rows, variables }) };
    let prepared: Promise<PreparedRun> | undefined;
    const prepare = (): Promise<PreparedRun> => (prepared ??= this.runs.prepare(place, order));
    if ((await starter?.agreed(await prepare())) === false) {
      return undefined;
    }
    if (!(await this.ports.beforeRun(place, order, prepare)) || starter?.signal.aborted === true) {
      return undefined;
    }
    this.#last = wanted;
    const cancel = (): void => this.runs.cancel(place.uri);
    const running = this.runs.run(place, await prepare(), trigger);
    starter?.signal.addEventListener('abort', cancel);
    return running.finally(() => starter?.signal.removeEventListener('abort', cancel));
  }

  /** Runs a chain before the person's eyes; otherwise as {@link start}. */
  async startShown(wanted: WantedRun, results: ResultsDisplay): Promise<RunOutcome | undefined> {
    const { uri } = wanted.place;
    const notices: vscode.Disposable[] = [];
    const watching = this.runs.onDidChange(({ type, run }) => {
      if (type === 'started' && run.place.uri.toString() === uri.toString()) {
        results.showRun(uri);
        notices.push(noticeLater(longRun(this.runs, wanted.place), () => !results.isInView(uri)));
      }
    });
    try {
      return await this.start(wanted);
    } finally {
      vscode.Disposable.from(watching, ...notices).dispose();
    }
  }
}

/** What a person does by running that selection of a chain without asking for a record. */
export function triggerOf({ kind }: RunSelection): RunTrigger {
  return kind === 'all' ? 'runAll' : 'part';
}

function longRun(runs: ChainRuns, { uri }: ChainPlace): LongRun<RunChange> {
  return {
    title: withoutLinks(vscode.l10n.t('Running {0}', vscode.workspace.asRelativePath(uri))),
    cancel: () => runs.cancel(uri),
    onDidChange: runs.onDidChange,
    stepOf: (change) => (change.run.place.uri.toString() === uri.toString() ? stepOf(change) : undefined),
  };
}

function stepOf(change: RunChange): string | undefined {
  if (change.type !== 'updated') {
    return undefined;
  }
  const { type } = change.update;
  return type === 'request-started' || type === 'part-finished'
    ? stepText(change.run.view, change.update.index)
    : undefined;
}
