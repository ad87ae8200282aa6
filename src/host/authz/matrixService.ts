/**
 * Starting authorization runs: the one way for commands, panels and tests alike.
 *
 * Trust comes first, then whether such a run is in progress, then the questions whether this may be sent at all;
 * only a yes reaches the engine.
 */
import * as vscode from 'vscode';
import type { AuthzResult } from '../../core/authz/model/authzResult';
import { defined } from '../../core/defined';
import { originOf } from '../../core/permission/origin';
import { dryRunMatrix, cleanUp, type DryRun } from '../../node/authz/runMatrix';
import type { MatrixSettings } from '../../node/authz/wireMatrix';
import type { AskPermission } from '../secrets/permission';
import type { Environments } from '../services';
import { executeSettings, type Machine } from '../settings';
import { requireTrust } from '../trust';
import type { MatrixPlace } from './matrixDocument';
import { askMutations, matrixQuestions } from './matrixQuestions';
import { jobOf, type MatrixRuns } from './matrixRuns';
import { surveyMatrixRun, type MatrixSurvey } from '../../node/authz/matrixSurvey';
import { parallelCells } from '../../node/authz/parallelCells';
import { surveyMatrix } from '../../node/authz/surveyMatrix';
import { loadMatrix } from '../../node/authz/loadMatrix';

/** A run that somebody wants. */
export interface WantedMatrixRun {
  readonly place: MatrixPlace;
  /** Patterns of cells or operations; absent is everything. */
  readonly only?: readonly string[];
  /** Name of an environment; absent is the one that is chosen, else the matrix's own. */
  readonly environment?: string;
}

/** What starting a run needs. */
export interface MatrixPorts {
  readonly runs: MatrixRuns;
  readonly environments: Pick<Environments, 'chosen'>;
  readonly machine: () => Promise<Machine>;
  readonly ask: AskPermission;
}

/** Starts runs. */
export class MatrixService {
  constructor(private readonly ports: MatrixPorts) {}

  /** The runs that it starts. */
  get runs(): MatrixRuns {
    return this.ports.runs;
  }

  /**
   * Runs a matrix and resolves when it ends: to nothing when the person said no and nothing was sent.
   *
   * @param agreed whether a person agreed to what the run is about to do, where it is started in the place of one
   * @throws UserError when the workspace is not trusted, or the matrix cannot be run
   */
  async start(wanted: WantedMatrixRun, agreed?: () => Promise<boolean>): Promise<AuthzResult | undefined> {
    requireTrust();
    const { place } = wanted;
    this.runs.requireIdle(place.uri);
    const environment = this.#environmentOf(wanted);
    if (!(await this.#mayContact(place, environment))) {
      return undefined;
    }
    const allowMutations = await this.#mayChange(wanted);
    if (allowMutations === undefined || (await agreed?.()) === false) {
      return undefined;
    }
    // What was just allowed is part of the settings from here on.
    const settings = await this.#settingsFor(wanted, allowMutations);
    return this.runs.run(place, { settings, ...defined({ environment }) });
  }

  /** What a run would send. Throws UserError when the matrix cannot be run. */
  async dryRun(wanted: WantedMatrixRun, allowMutations = true): Promise<DryRun> {
    requireTrust();
    const job = jobOf(wanted.place, this.#environmentOf(wanted));
    return dryRunMatrix(job, await this.#settingsFor(wanted, allowMutations));
  }

  /** What a run is about to do, for a question about it. Throws UserError when the matrix cannot be run. */
  async survey(wanted: WantedMatrixRun): Promise<MatrixSurvey> {
    requireTrust();
    const job = jobOf(wanted.place, this.#environmentOf(wanted));
    return surveyMatrixRun(job, await this.#settingsFor(wanted, true));
  }

  /** Deletes what earlier runs created and could not delete; absent when the person said no. */
  async cleanUp(place: MatrixPlace, signal: AbortSignal): Promise<CleanedUp | undefined> {
    requireTrust();
    const wanted = { place };
    const environment = this.#environmentOf(wanted);
    if (!(await this.#mayContact(place, environment))) {
      return undefined;
    }
    return cleanUp(jobOf(place, environment), await this.#settingsFor(wanted, true), signal);
  }

  #environmentOf({ environment }: WantedMatrixRun): string | undefined {
    return environment ?? this.ports.environments.chosen;
  }

  #mayContact(place: MatrixPlace, environment: string | undefined): Promise<boolean> {
    return this.ports.ask(
      place.uri,
      async (settings) => {
        return surveyMatrix(jobOf(place, environment), settings);
      },
      matrixQuestions,
    );
  }

  /** Whether mutations may be sent; absent when the person gave up. Who needs none is not asked. */
  async #mayChange(wanted: WantedMatrixRun): Promise<boolean | undefined> {
    const [all, reading] = await Promise.all([this.dryRun(wanted), this.dryRun(wanted, false)]);
    const cells = testedCells(all) - testedCells(reading);
    if (cells === 0) {
      return false;
    }
    const { matrix } = await loadMatrix(jobOf(wanted.place, this.#environmentOf(wanted)));
    const origins = new Set(all.requests.flatMap(({ url }) => originOf(url) ?? []));
    const limit = Math.min(matrix.limits.mutations, all.strict);
    const answer = await askMutations({ cells, limit, origins: [...origins] });
    return answer === 'cancel' ? undefined : answer === 'run';
  }

  async #settingsFor({ place, only }: WantedMatrixRun, allowMutations: boolean): Promise<MatrixSettings> {
    const settings = vscode.workspace.getConfiguration('chainwright', place.uri);
    const execute = executeSettings(place.uri, await this.ports.machine());
    // Their names were typed by hand.
    const typed = execute.approval.origins.keys();
    return {
      execute: {
        ...execute,
        allowHosts: [...execute.allowHosts, ...typed],
        vouchedHosts: [...execute.vouchedHosts, ...typed],
      },
      allowMutations,
      ...defined({ only }),
      // Who writes out the name of an operation means it.
      irreversible: (only ?? []).filter((pattern) => !pattern.includes('*')),
      parallel: parallelCells(settings.get<unknown>('authorization.parallel')),
      keepBodies: settings.get<unknown>('authorization.keepBodies') === true,
    };
  }
}

/** What a clean-up came to. */
export type CleanedUp = Awaited<ReturnType<typeof cleanUp>>;

function testedCells({ plan }: DryRun): number {
  return plan.cells.filter(({ skip }) => skip === undefined).length;
}
