/** Runs for a model by the editor's own service: their results are everywhere where those of a person are. */
import * as vscode from 'vscode';
import { defined } from '../../core/defined';
import { UserError } from '../../core/errors';
import { trustFor, type ModelRuns, type WantedRun } from '../../agent/workbench';
import type { PreparedRun } from '../../node/run/execute';
import { chainPlace } from '../chainDocument';
import { resultOf } from '../chainRuns';
import { triggerOf, type RunService, type WantedRun as ServiceRun } from '../running/runService';

/** Runs by a service in a folder; `agreed` says whether a person agreed to a run. */
export function editorRuns(
  service: RunService,
  folder: vscode.Uri,
  agreed: (wanted: WantedRun, prepared: PreparedRun) => Promise<boolean>,
): ModelRuns {
  const { runs } = service;
  return {
    last(chain) {
      const uri = vscode.Uri.joinPath(folder, chain);
      const run = runs.latest(uri);
      if (run === undefined) {
        return undefined;
      }
      const result = resultOf(run);
      return { result, whole: () => result.requests, memory: runs.memory(uri) };
    },
    async run(wanted, workbench, { signal }) {
      const run = serviceRun(wanted);
      const outcome = await service.start(run, {
        agreed: (prepared) => agreed(wanted, prepared),
        signal,
      });
      const latest = runs.latest(run.place.uri);
      if (outcome === undefined || latest === undefined) {
        throw nothingDone();
      }
      const { withheld } = trustFor([], wanted.variables, workbench);
      return { result: resultOf(latest), withheld };
    },
  };
}

/** The same run for the editor's service. */
export function serviceRun({ chain, select, environment, variables }: WantedRun): ServiceRun {
  const given = Object.keys(variables).length === 0 ? undefined : variables;
  return {
    place: chainPlace(vscode.Uri.file(chain.file)),
    select,
    trigger: triggerOf(select),
    ...defined({ environment, variables: given }),
  };
}

/** Says to a model that the person did not agree. */
export function nothingDone(): UserError {
  return new UserError(
    vscode.l10n.t('The person did not agree, so nothing was done.'),
    vscode.l10n.t('Ask them before you try again.'),
  );
}
