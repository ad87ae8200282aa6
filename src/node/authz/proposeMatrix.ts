/** Proposing a matrix for a chain on this machine: reads the chain with what it requires, and its environment. */
import { generateMatrix, type MatrixSource, type ProposedMatrix } from '../../core/authz/generate/generate';
import { defined } from '../../core/defined';
import { loadRun, type RunFiles } from '../files/loadRun';

/**
 * Proposes a matrix, `file` being the workspace path that it will have.
 *
 * @throws UserError when a file is missing or invalid, or a user has a name that a matrix cannot have
 */
export async function proposeMatrix(
  chain: RunFiles,
  wanted: Pick<MatrixSource, 'users' | 'asking' | 'file'>,
): Promise<ProposedMatrix> {
  const { main, required, loaded } = await loadRun(chain, new Map());
  return generateMatrix({
    chain: { ...main, required },
    ...defined({ environment: loaded?.environment }),
    ...wanted,
  });
}
