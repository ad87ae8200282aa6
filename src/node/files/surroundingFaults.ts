/** What is wrong with the files around a chain, in the words of a problem at the place that names them. */
import type { ChainSource } from '../../core/analysis/chainSource';
import { formatPlace, InvalidFileError, UserError } from '../../core/errors';
import { hasErrors } from '../../core/problem';

/** The mistake of a user that ended the work, if one did. */
export async function faultOf(work: () => Promise<void>): Promise<UserError | undefined> {
  try {
    await work();
    return undefined;
  } catch (error) {
    if (error instanceof UserError) {
      return error;
    }
    throw error;
  }
}

/** One line for a problem in the file called `here`, which need not be named. */
export function messageOf(error: UserError, here: string): string {
  const [first] = error instanceof InvalidFileError ? error.faults : [];
  const todo = first === undefined ? error.todo : `Fix it first: ${first.message}`;
  const where = error.place === undefined || error.place.file === here ? '' : `${formatPlace(error.place)}: `;
  return `${where}${error.what} ${todo}`;
}

/** Throws UserError when one of these chains has errors. */
export function refuseBroken(sources: readonly ChainSource[]): void {
  const broken = sources.find(({ problems }) => hasErrors(problems));
  if (broken !== undefined) {
    const first = broken.problems.find(({ severity }) => severity === 'error');
    throw new UserError(`${broken.file} cannot be run.`, `Fix it first: ${first?.message ?? ''}`);
  }
}

/** Throws UserError when one of these chains has rows of data, which count only where a chain is run by itself. */
export function refuseRows(sources: readonly ChainSource[], role: 'required' | 'run as a step'): void {
  const rowed = sources.find(({ marks }) => marks.data !== undefined || marks.columns.length > 0);
  if (rowed !== undefined) {
    throw new UserError(
      `${rowed.file} has rows of data, so it cannot be ${role}.`,
      'Move "data" to this chain, or remove it there.',
    );
  }
}
