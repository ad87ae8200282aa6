/**
 * The runs of this window: at most one at a time for each chain, the last one kept with its results
 * and, in memory only, the values it extracted and its cookies.
 */
import * as vscode from 'vscode';
import { defined } from '../core/defined';
import type { JsonObject, JsonValue } from '../core/json/json';
import type { RunSelection } from '../core/run/plan';
import type {
  ExecutionResult,
  RecordedBody,
  RequestResult,
  RunEvent,
  RunOutcome,
} from '../core/result/result';
import type { RunTrigger } from '../core/result/resultFile';
import type { RunMemory } from '../core/run/runStep';
import type { PreparedRun } from '../node/run/execute';
import { applyUpdate, startView, toUpdate, type RunUpdate, type RunView } from '../protocol/runView';
import type { ChainPlace } from './chainDocument';
import { jobOf, stateBeforeRuns, type ChainState } from './chainState';
import type { Recording } from './results/resultHistory';
import { RunningFiles } from './runningFiles';
import { executeSettings, overridesHere, type Machine } from './settings';

/** What to run of a chain. */
export interface RunOrder {
  readonly select: RunSelection;
  /** Which rows of data, `2,5-7`; absent is all, or one for a part of the requests. */
  readonly rows?: string;
  /** Name of an environment; absent is the one the chain names, if any. */
  readonly environment?: string;
  /**
   * Values that a model gives. They could lead a secret elsewhere, so such a run has only those that the person bound
   * to an origin, and nothing that the run before it left.
   */
  readonly variables?: JsonObject;
}

/** The last or current run of a chain. */
export interface ChainRun {
  readonly place: ChainPlace;
  readonly trigger: RunTrigger;
  readonly view: RunView;
  /** Finished requests by their index in the view. */
  readonly results: ReadonlyMap<number, RequestResult>;
}

/** What happened to a run: it began, or went on. `event` is what the engine said, masked. */
export type RunChange =
  | { readonly type: 'started'; readonly run: ChainRun; readonly event: RunEvent }
  | {
      readonly type: 'updated';
      readonly run: ChainRun;
      readonly event: RunEvent;
      readonly update: RunUpdate;
    };

/** A prepared run, and what the person did to have it. */
interface Wanted {
  readonly prepared: PreparedRun;
  readonly trigger: RunTrigger;
}

/** UTF-16 code units of bodies in memory; the rest goes to the disk. */
const BODY_LIMITS = { perBody: 2 ** 20, total: 2 ** 26 };

/** Owner of all runs; chains are named by the text of their URI. */
export class ChainRuns implements vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<RunChange>();
  readonly #chains = new Map<string, ChainState>();
  readonly #running = new RunningFiles({
    taken: vscode.l10n.t('This chain is being run already.'),
    any: 'chainwright.running',
    all: 'chainwright.runningChains',
  });

  /** Fires when a run begins and at each of its steps. */
  readonly onDidChange = this.#changed.event;

  constructor(
    private readonly machine: () => Promise<Machine>,
    private readonly record: (place: ChainPlace) => Promise<Recording>,
  ) {}

  /** The last or current run of a chain; absent when it has not been run in this window. */
  latest(chain: vscode.Uri): ChainRun | undefined {
    const state = this.#chains.get(chain.toString());
    return state === undefined ? undefined : asRun(state);
  }

  /** The whole of a body of the last run of a chain. */
  async wholeBody(chain: vscode.Uri, body: RecordedBody): Promise<RecordedBody> {
    const recording = this.#chains.get(chain.toString())?.recording;
    const { restoreBody } = await import('../node/results/bodyStore');
    return recording === undefined ? body : restoreBody(body, recording.bodies);
  }

  /** Values that the last run of a chain extracted, its required chains' included; in memory only. */
  values(chain: vscode.Uri): ReadonlyMap<string, JsonValue> {
    const extracted = this.#chains.get(chain.toString())?.memory?.extracted;
    return new Map(
      [...(extracted?.values() ?? [])].flatMap((values) =>
        [...values].map(([name, { value }]) => [name, value]),
      ),
    );
  }

  /** What the last run of a chain left for the next one; in memory only. */
  memory(chain: vscode.Uri): RunMemory | undefined {
    return this.#chains.get(chain.toString())?.memory;
  }

  /** Prepares a run of the text as the editor shows it. Throws UserError when the chain cannot be run. */
  async prepare(place: ChainPlace, order: RunOrder): Promise<PreparedRun> {
    const state = this.#stateOf(place);
    const { prepareRun } = await import('../node/run/execute');
    if (order.variables === undefined) {
      return prepareRun(jobOf(state, order), overridesHere);
    }
    const job = jobOf({ ...state, memory: undefined }, order);
    return withBoundSecrets(await prepareRun(job, new Map(Object.entries(order.variables))));
  }

  /**
   * Carries out a prepared run and resolves when it ends, cancelled included. It builds on what the last run of the
   * chain has left by now.
   *
   * @param trigger what the person did to have it
   * @throws UserError when the chain is being run already, or something of the run is not allowed
   */
  async run(place: ChainPlace, prepared: PreparedRun, trigger: RunTrigger): Promise<RunOutcome> {
    const state = this.#stateOf(place);
    return this.#running.run(place.uri, (signal) => this.#carryOut(state, { prepared, trigger }, signal));
  }

  /** Cancels the run of a chain, or without one every run; their results so far are kept. */
  cancel(chain?: vscode.Uri): void {
    this.#running.cancel(chain);
  }

  /** Cancels every run and deletes what is on the disk. */
  dispose(): void {
    this.#running.dispose();
    this.#changed.dispose();
    for (const { recording } of this.#chains.values()) {
      void recording?.discard();
    }
  }

  async #carryOut(
    state: ChainState,
    { prepared, trigger }: Wanted,
    signal: AbortSignal,
  ): Promise<RunOutcome> {
    const { createBodySpiller } = await import('../node/results/bodyStore');
    const recording = await this.record(state.place);
    const settings = {
      ...executeSettings(state.place.uri, await this.machine()),
      keepBodies: createBodySpiller(recording.bodies, BODY_LIMITS),
    };
    const events = prepared.start(settings, signal, state.memory);
    try {
      for (let step = await events.next(); ; step = await events.next()) {
        if (step.done === true) {
          state.memory = step.value;
          await keepResult(recording, state);
          return state.view?.outcome ?? 'cancelled';
        }
        if (step.value.type === 'run-started') {
          void state.recording?.discard();
          state.recording = recording;
        }
        this.#take(state, step.value, trigger);
      }
    } catch (error) {
      this.#breakOff(state, trigger);
      throw error;
    } finally {
      if (state.recording !== recording) {
        void recording.discard();
      }
    }
  }

  /** A run that breaks off in the middle, such as for a full disk, is over for everybody who follows it. */
  #breakOff(state: ChainState, trigger: RunTrigger): void {
    if (state.view?.outcome === 'running') {
      const durationMs = Date.now() - Date.parse(state.view.startedAt);
      this.#take(state, { type: 'run-finished', outcome: 'failed', durationMs, notes: [] }, trigger);
    }
  }

  #take(state: ChainState, event: RunEvent, trigger: RunTrigger): void {
    if (event.type === 'run-started') {
      state.runs += 1;
      state.trigger = trigger;
      state.view = startView(state.runs, event);
      state.results = new Map();
      this.#changed.fire({ type: 'started', run: { ...state, view: state.view }, event });
    } else if (state.view !== undefined) {
      if (event.type === 'request-finished') {
        state.results.set(event.index, event.result);
      }
      const update = toUpdate(state.runs, event);
      state.view = applyUpdate(state.view, update);
      this.#changed.fire({ type: 'updated', run: { ...state, view: state.view }, event, update });
    }
  }

  #stateOf(place: ChainPlace): ChainState {
    const name = place.uri.toString();
    const state = this.#chains.get(name) ?? stateBeforeRuns(place);
    this.#chains.set(name, state);
    return state;
  }
}

/** The same run, with the secrets that the person bound to an origin and no others. */
async function withBoundSecrets(prepared: PreparedRun): Promise<PreparedRun> {
  const { onlyBound } = await import('../agent/workbench');
  return {
    ...prepared,
    survey: (settings) => prepared.survey(onlyBound(settings)),
    start: (settings, signal) => prepared.start(onlyBound(settings), signal),
  };
}

function asRun({ place, trigger, view, results }: ChainState): ChainRun | undefined {
  return view === undefined ? undefined : { place, trigger, view, results };
}

/** The result of a run, as far as it got. */
export function resultOf({ view, results }: Pick<ChainRun, 'view' | 'results'>): ExecutionResult {
  const { chain, environment, data, startedAt, durationMs, outcome, notes } = view;
  const inOrder = [...results].sort(([one], [other]) => one - other);
  return {
    formatVersion: 1,
    kind: 'run',
    chain,
    ...defined({ environment, data }),
    startedAt,
    durationMs,
    outcome,
    requests: inOrder.map(([, request]) => request),
    notes,
  };
}

/** Keeps what a run left; one that ended before its first event left nothing. */
async function keepResult(recording: Recording, { view, results, trigger }: ChainState): Promise<void> {
  if (view !== undefined) {
    await recording.keep(resultOf({ view, results }), trigger);
  }
}
