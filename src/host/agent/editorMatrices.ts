/** Authorization tests for a model by the editor's own service: their grid and flaws are where those of a person are. */
import * as vscode from 'vscode';
import { defined } from '../../core/defined';
import type { ModelMatrices, WantedMatrix } from '../../agent/workbench';
import type { MatrixRunner } from '../authz/authorization';
import { matrixPlace } from '../authz/matrixDocument';
import type { MatrixSurvey } from '../../node/authz/matrixSurvey';
import type { WantedMatrixRun } from '../authz/matrixService';
import { nothingDone } from './editorRuns';

/** Runs by what `load` gives; `agreed` says whether a person agreed to a run. */
export function editorMatrices(
  load: () => Promise<MatrixRunner>,
  agreed: (wanted: WantedMatrix, survey: MatrixSurvey) => Promise<boolean>,
): ModelMatrices {
  return {
    async run(wanted, _workbench, { signal }) {
      const { service, run } = await load();
      const own = serviceMatrix(wanted);
      const cancel = (): void => service.runs.cancel(own.place.uri);
      signal.addEventListener('abort', cancel);
      try {
        const result = await run(
          own,
          async () => (await agreed(wanted, await service.survey(own))) && !signal.aborted,
        );
        if (result === undefined) {
          throw nothingDone();
        }
        return { result, withheld: undefined };
      } finally {
        signal.removeEventListener('abort', cancel);
      }
    },
    async dryRun(wanted) {
      const { service } = await load();
      return { result: await service.dryRun(serviceMatrix(wanted)), withheld: undefined };
    },
  };
}

/** The same run for the editor's service. */
export function serviceMatrix({ matrix, environment, only }: WantedMatrix): WantedMatrixRun {
  return { place: matrixPlace(vscode.Uri.file(matrix.file)), ...defined({ environment, only }) };
}
