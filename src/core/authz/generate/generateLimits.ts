/** Limits for a proposed matrix that a run of all its cells keeps to. */
import type { Environment } from '../../model';
import { loginRequests } from '../act/sessions/sessions';
import { withEffects } from '../matrix/effects';
import { readMatrix } from '../matrix/matrixFile';
import type { MatrixChain, MatrixLimits } from '../model/matrix';
import { planMatrix } from '../plan/planMatrix';
import { strictCount } from '../plan/requestCount';
import { defined } from '../../defined';

/** The default limits, as the file format has them. */
export const DEFAULT_LIMITS: MatrixLimits = { requests: 1000, mutations: 200 };

/** A proposed matrix, and what it names. */
interface LimitedMatrix {
  /** Text of the matrix with any limits. */
  readonly text: string;
  /** Workspace path. */
  readonly file: string;
  readonly chain: MatrixChain;
  readonly environment: Environment | undefined;
}

/**
 * The default limits, or more where a run that is allowed to change everything costs more by the strict formula. The
 * formula leaves out pages, probes and looks whether somebody is signed in, so twice its count is allowed.
 */
export function limitsFor({ text, file, chain, environment }: LimitedMatrix): MatrixLimits {
  const { matrix: written } = readMatrix(text, file);
  if (written === undefined) {
    return DEFAULT_LIMITS;
  }
  const chains = new Map([[chain.file, chain], ...chain.required.map(withoutRequired)]);
  const loaded = {
    file,
    matrix: { ...withEffects(written, chains), mutate: true },
    chains,
    ...defined({ environment }),
    environmentFile: '',
    warnings: [],
  };
  const irreversible = loaded.matrix.operations.map(({ name }) => name);
  const plan = planMatrix(loaded, { allowMutations: true, allowChanges: '', irreversible });
  const count = strictCount(loaded, plan, loginRequests(loaded, plan));
  return {
    requests: Math.max(DEFAULT_LIMITS.requests, roundUp(2 * count)),
    mutations: Math.max(DEFAULT_LIMITS.mutations, roundUp(count)),
  };
}

function withoutRequired(loaded: MatrixChain['required'][number]): [string, MatrixChain] {
  return [loaded.file, { ...loaded, required: [] }];
}

function roundUp(count: number): number {
  return Math.ceil(count / 100) * 100;
}
