/**
 * The runs of this window: at most one at a time for each chain, the last one kept with its results
 * and, in memory only, the values it extracted.
 */
import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import * as vscode from 'vscode';
import { UserError } from '../core/errors';
import type { RunSelection } from '../core/plan';
import type { RecordedBody, RequestResult, RunEvent, RunOutcome } from '../core/result';
import type { RunMemory } from '../core/runStep';
import type { BodyStore } from '../node/bodyStore';
import type { ExecuteJob } from '../node/execute';
import { applyUpdate, startView, toUpdate } from '../protocol/runView';
import type { RunUpdate, RunView } from '../protocol/runView';
import type { ChainPlace } from './chainDocument';
import { openText } from './chainDocument';
import { executeSettings } from './settings';
import type { Machine } from './settings';

/** The last or current run of a chain. */
export interface ChainRun {
  readonly place: ChainPlace;
  readonly view: RunView;
  /** Finished requests by their index in the view. */
  readonly results: ReadonlyMap<number, RequestResult>;
}

/** What happened to a run: it began, or went on. */
export type RunChange =
  | { readonly type: 'started'; readonly run: ChainRun }
  | { readonly type: 'updated'; readonly run: ChainRun; readonly update: RunUpdate };

/** What is kept about a chain between its runs. */
interface ChainState {
  readonly place: ChainPlace;
  runs: number;
  memory: RunMemory | undefined;
  view: RunView | undefined;
  results: Map<number, RequestResult>;
  /** Long bodies of the last run, on the disk. */
  bodies: BodyStore | undefined;
  cancel: AbortController | undefined;
}

/** UTF-16 code units of bodies in memory; the rest goes to the disk. */
const BODY_LIMITS = { perBody: 2 ** 20, total: 2 ** 26 };

/** Owner of all runs; chains are named by the text of their URI. */
export class ChainRuns implements vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<RunChange>();
  readonly #chains = new Map<string, ChainState>();

  /** Fires when a run begins and at each of its steps. */
  readonly onDidChange = this.#changed.event;

  constructor(private readonly machine: () => Promise<Machine>) {}

  /** The last or current run of a chain; absent when it has not been run in this window. */
  latest(chain: vscode.Uri): ChainRun | undefined {
    const state = this.#chains.get(chain.toString());
    return state === undefined ? undefined : asRun(state);
  }

  /** The whole of a body of the last run of a chain. */
  async wholeBody(chain: vscode.Uri, body: RecordedBody): Promise<RecordedBody> {
    const bodies = this.#chains.get(chain.toString())?.bodies;
    const { restoreBody } = await import('./engine');
    return bodies === undefined ? body : restoreBody(body, bodies);
  }

  /**
   * Runs a chain and resolves when it ends, cancelled included.
   *
   * @throws UserError when the chain cannot be run as it is, or is being run already
   */
  async run(place: ChainPlace, select: RunSelection): Promise<RunOutcome> {
    const state = this.#stateOf(place);
    if (state.cancel !== undefined) {
      throw new UserError(
        vscode.l10n.t('This chain is being run already.'),
        vscode.l10n.t('Wait for its end, or cancel it.'),
      );
    }
    const cancel = new AbortController();
    state.cancel = cancel;
    try {
      await this.#showRunning();
      return await this.#carryOut(state, select, cancel.signal);
    } finally {
      state.cancel = undefined;
      await this.#showRunning();
    }
  }

  /** Cancels the run of a chain, or without one every run; their results so far are kept. */
  cancel(chain?: vscode.Uri): void {
    for (const [name, { cancel }] of this.#chains) {
      if (chain === undefined || name === chain.toString()) {
        cancel?.abort();
      }
    }
  }

  /** Cancels every run and deletes what is on the disk. */
  dispose(): void {
    this.cancel();
    this.#changed.dispose();
    for (const { bodies } of this.#chains.values()) {
      void bodies?.dispose();
    }
  }

  async #carryOut(state: ChainState, select: RunSelection, signal: AbortSignal): Promise<RunOutcome> {
    const { createBodySpiller, createBodyStore, execute } = await import('./engine');
    const bodies = createBodyStore(path.join(tmpdir(), `chainwright-${randomUUID()}`));
    const settings = {
      ...executeSettings(state.place.uri, await this.machine()),
      keepBodies: createBodySpiller(bodies, BODY_LIMITS),
    };
    const events = execute(jobOf(state, select), settings, signal);
    for (let step = await events.next(); ; step = await events.next()) {
      if (step.done === true) {
        state.memory = step.value;
        return state.view?.outcome ?? 'cancelled';
      }
      if (step.value.type === 'run-started') {
        void state.bodies?.dispose();
        state.bodies = bodies;
      }
      this.#take(state, step.value);
    }
  }

  #take(state: ChainState, event: RunEvent): void {
    if (event.type === 'run-started') {
      state.runs += 1;
      state.view = startView(state.runs, event);
      state.results = new Map();
      this.#changed.fire({ type: 'started', run: { ...state, view: state.view } });
    } else if (state.view !== undefined) {
      if (event.type === 'request-finished') {
        state.results.set(event.index, event.result);
      }
      const update = toUpdate(state.runs, event);
      state.view = applyUpdate(state.view, update);
      this.#changed.fire({ type: 'updated', run: { ...state, view: state.view }, update });
    }
  }

  #stateOf(place: ChainPlace): ChainState {
    const name = place.uri.toString();
    const state = this.#chains.get(name) ?? {
      place,
      runs: 0,
      memory: undefined,
      view: undefined,
      results: new Map<number, RequestResult>(),
      bodies: undefined,
      cancel: undefined,
    };
    this.#chains.set(name, state);
    return state;
  }

  /** Says to the enablement of commands whether there is anything to cancel. */
  async #showRunning(): Promise<void> {
    const running = [...this.#chains.values()].some(({ cancel }) => cancel !== undefined);
    await vscode.commands.executeCommand('setContext', 'chainwright.running', running);
  }
}

function jobOf({ place, memory }: ChainState, select: RunSelection): ExecuteJob {
  const text = openText(place.uri);
  return {
    file: place.file,
    workspace: place.root,
    select,
    ...(text === undefined ? {} : { text }),
    ...(memory === undefined ? {} : { known: memory }),
  };
}

function asRun({ place, view, results }: ChainState): ChainRun | undefined {
  return view === undefined ? undefined : { place, view, results };
}
