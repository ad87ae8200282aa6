/** Proposing a matrix for a chain on this machine: reads the chain with what it requires, and its environment. */
import { generateMatrix, type ProposedMatrix } from '../../core/authz/generate/generate';
import type { NewUser } from '../../core/authz/generate/generateUsers';
import { defined } from '../../core/defined';
import { loadRun, type RunFiles } from '../files/loadRun';

/**
 * Proposes a matrix for `file` (workspace path).
 *
 * @throws UserError when a file is missing or invalid, or a user has a name that a matrix cannot have
 */
export async function proposeMatrix(
  chain: RunFiles,
  users: readonly NewUser[],
  file: string,
): Promise<ProposedMatrix> {
  const { main, required, loaded } = await loadRun(chain, new Map());
  return generateMatrix({
    chain: { ...main, required },
    users,
    ...defined({ environment: loaded?.environment }),
    file,
  });
}
