/** Loading an authorization matrix with everything it names: chains, those that they require, the environment. */
import path from 'node:path';
import { checkMatrix } from '../../core/authz/matrix/checkMatrix';
import { chainsNamedBy, withEffects, type MatrixWithoutEffects } from '../../core/authz/matrix/effects';
import type { DescribedAnswers } from '../../core/authz/model/describedAnswers';
import type { LoadedMatrix, MatrixChain } from '../../core/authz/model/matrix';
import { readMatrix } from '../../core/authz/matrix/matrixFile';
import { defined } from '../../core/defined';
import { formatPlace, InvalidFileError } from '../../core/errors';
import { hasErrors, type Problem } from '../../core/problem';
import type { AuthoredSettings } from '../../core/permission/originPolicy';
import type { ExecuteSettings } from '../run/executeSettings';
import { loadChains, loadEnvironment } from '../files/loadChain';
import { readWorkspaceText, workspacePath, type ReadText } from '../files/workspaceText';

/** What names the files of a matrix. */
export interface MatrixJob {
  /** Absolute path of the matrix. */
  readonly file: string;
  /** Unsaved text of the matrix; read from disk when absent. */
  readonly text?: string;
  /** Absolute path of the workspace folder: nothing outside it is read. */
  readonly workspace: string;
  /** Reads the matrix, chains and environments; absent reads them from disk. */
  readonly readText?: ReadText;
  /** Name of an environment; absent is the one the matrix names, if any. */
  readonly environment?: string;
  /** What answers are compared with. */
  readonly described?: DescribedAnswers;
}

/** Loads a matrix. Throws UserError when it, or a file that it names, is missing or invalid. */
export async function loadMatrix(files: MatrixJob): Promise<LoadedMatrix> {
  const { file, workspace, readText = readWorkspaceText } = files;
  const name = workspacePath(file, workspace);
  const text = files.text ?? (await readText(file, workspace));
  const { matrix: written, problems } = readMatrix(text, name);
  if (written === undefined) {
    throw invalid(name, problems);
  }
  const chains = await namedChains(written, workspace, readText);
  const matrix = withEffects(written, chains);
  const environmentName = files.environment ?? matrix.environment;
  const loaded =
    environmentName === undefined
      ? undefined
      : await loadEnvironment(environmentName, file, workspace, readText);
  const found = checkMatrix(text, { file: name, matrix, chains });
  if (hasErrors(found)) {
    throw invalid(name, found);
  }
  return {
    file: name,
    matrix,
    chains,
    ...defined({ environment: loaded?.environment, described: files.described }),
    environmentFile: loaded?.file ?? 'environment',
    warnings: [...problems, ...found]
      .filter(({ severity }) => severity === 'warning')
      .map(({ place, message }) => `${formatPlace(place)}: ${message}`),
  };
}

/** What the files of a matrix say of the values of its requests. */
export function authoredSettings(
  { environment, environmentFile }: LoadedMatrix,
  { overrides }: Pick<ExecuteSettings, 'overrides'>,
): AuthoredSettings {
  return {
    ...defined({ environment }),
    environmentFile,
    overrides,
  };
}

async function namedChains(
  matrix: MatrixWithoutEffects,
  workspace: string,
  readText: ReadText,
): Promise<ReadonlyMap<string, MatrixChain>> {
  const chains = new Map<string, MatrixChain>();
  for (const chain of chainsNamedBy(matrix)) {
    const { main, required } = await loadChains(
      path.resolve(workspace, chain),
      workspace,
      undefined,
      readText,
    );
    chains.set(chain, { ...main, required });
  }
  return chains;
}

function invalid(file: string, problems: readonly Problem[]): InvalidFileError {
  const errors = problems.filter(({ severity }) => severity === 'error');
  return new InvalidFileError(
    file,
    errors.map(({ place, message }) => ({ place, message })),
  );
}
