/** Problems of a matrix by the path of what they concern, for those who have the matrix and not its tree. */
import { nameRangeOf, problemAt, rangeOf, type JsonDocument, type JsonPath } from '../../json/jsonDocument';
import type { Problem } from '../../problem';

/** What is wrong, without where. */
export type UnlocatedProblem = Pick<Problem, 'code' | 'severity' | 'message'>;

/** Makes the problem of a value, or of the name of a member. */
export interface ProblemReporter {
  readonly atValue: (path: JsonPath, problem: UnlocatedProblem) => Problem;
  readonly atName: (path: JsonPath, problem: UnlocatedProblem) => Problem;
}

/** Creates the reporter of a document. */
export function createProblemReporter(document: JsonDocument): ProblemReporter {
  const nowhere = { start: 0, end: 0 };
  return {
    atValue: (path, problem) => problemAt(document, rangeOf(document, path) ?? nowhere, problem),
    atName: (path, problem) => problemAt(document, nameRangeOf(document, path) ?? nowhere, problem),
  };
}
