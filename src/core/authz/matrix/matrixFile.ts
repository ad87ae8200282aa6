/**
 * Authorization matrices: the text of a `*.authz.json` as a matrix, or what is wrong with it.
 *
 * What needs the chains comes later: effects that follow from a method (`withEffects`) and requests that
 * are not there (`checkMatrix`).
 */
import { checkFile, type FileFormat } from '../../files/fileFormat';
import { parseDocument } from '../../json/jsonDocument';
import { hasErrors, type Problem } from '../../problem';
import { schemaErrors } from '../../validators/authz';
import type { MatrixWithoutEffects } from './effects';
import { matrixProblems } from './matrixProblems';
import { matrixFrom } from './matrixShape';
import type { WrittenMatrix } from './writtenMatrix';

/** Version 1 is the first; a step per version comes here. */
const MATRIX_FORMAT: FileFormat = { migrations: [], schemaErrors };

/** An authorization matrix that was read. */
export interface MatrixDocument {
  /** Present when no problem is an error. */
  readonly matrix?: MatrixWithoutEffects;
  /** In the order of the file. */
  readonly problems: readonly Problem[];
}

/** Reads an authorization matrix. `file` is its workspace path, from which the chains are found. */
export function readMatrix(text: string, file: string): MatrixDocument {
  const { matrix, problems } = readShape(text, file);
  return matrix === undefined || hasErrors(problems) ? { problems } : { matrix, problems };
}

/** Like {@link readMatrix}, but gives the matrix as soon as its shape is right, so that more can be said about it. */
export function readShape(text: string, file: string): MatrixDocument {
  const document = parseDocument(text, file);
  const { content, problems } = checkFile(document, MATRIX_FORMAT);
  if (content === undefined) {
    return { problems };
  }
  // The schema has checked the shape.
  const matrix = matrixFrom(content as unknown as WrittenMatrix, file);
  const all = [...problems, ...matrixProblems(document, matrix)].sort(
    (one, other) => one.range.start - other.range.start,
  );
  return { matrix, problems: all };
}
