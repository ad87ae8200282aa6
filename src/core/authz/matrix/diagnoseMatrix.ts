/**
 * Everything that is wrong with an authorization matrix while it is being written: what the file says by
 * itself, and what shows only with the files that it names.
 */
import { rangeOf, parseDocument, problemAt } from '../../json/jsonDocument';
import type { Problem } from '../../problem';
import { checkMatrix } from './checkMatrix';
import { chainsNamedBy, withEffects } from './effects';
import { listedNames } from './availableNames';
import { readShape } from './matrixFile';
import { readNamedChains, type ReadFileText } from './readNamedChains';

/** The files around a matrix. */
export interface MatrixNeighbours {
  readonly readText: ReadFileText;
  /** Names of the environments that can be tested; absent when nobody knows. */
  readonly environments?: readonly string[];
}

/** The problems of a matrix, in the order of the file. `file` is its workspace path. */
export async function diagnoseMatrix(
  text: string,
  file: string,
  { readText, environments }: MatrixNeighbours,
): Promise<readonly Problem[]> {
  const { matrix, problems } = readShape(text, file);
  if (matrix === undefined) {
    return problems;
  }
  const chains = await readNamedChains(chainsNamedBy(matrix), readText);
  return [
    ...problems,
    ...(environments === undefined ? [] : environmentProblem(text, file, matrix.environment, environments)),
    ...checkMatrix(text, { file, matrix: withEffects(matrix, chains), chains }),
  ].sort((one, other) => one.range.start - other.range.start);
}

function environmentProblem(
  text: string,
  file: string,
  name: string | undefined,
  environments: readonly string[],
): readonly Problem[] {
  if (name === undefined || environments.includes(name)) {
    return [];
  }
  const document = parseDocument(text, file);
  const known = environments.map((environment) => ({ name: environment }));
  return [
    problemAt(document, rangeOf(document, ['environment']) ?? { start: 0, end: 0 }, {
      code: 'environment',
      severity: 'error',
      message: `The environment ${JSON.stringify(name)} of this matrix does not exist. The environments are: ${listedNames(known)}.`,
    }),
  ];
}
