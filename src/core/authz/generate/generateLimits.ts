/** How large a proposed matrix is, and limits that a run of all its cells keeps to. */
import type { Environment } from '../../model';
import { loginRequests } from '../act/sessions/sessions';
import { withEffects } from '../matrix/effects';
import { readMatrix } from '../matrix/matrixFile';
import { DEFAULT_LIMITS } from '../matrix/matrixShape';
import type { MatrixChain, MatrixLimits } from '../model/matrix';
import { planMatrix } from '../plan/planMatrix';
import { strictCount } from '../plan/requestCount';
import { defined } from '../../defined';

/** A proposed matrix, and what it names. */
interface LimitedMatrix {
  /** Text of the matrix with any limits. */
  readonly text: string;
  /** Workspace path. */
  readonly file: string;
  readonly chain: MatrixChain;
  readonly environment: Environment | undefined;
}

/** What a run of all cells costs. */
export interface ProposalSize {
  readonly operations: number;
  readonly cells: number;
  /** Requests by the strict formula. */
  readonly requests: number;
}

/** The size of a proposal, and its limits. */
interface MeasuredProposal {
  readonly size: ProposalSize;
  readonly limits: MatrixLimits;
}

/**
 * Measures a proposal. Its limits are the default limits, or more where a run that is allowed to change everything costs more by the strict formula. The
 * formula leaves out pages, probes and looks whether somebody is signed in, so twice its count is allowed.
 */
export function measureProposal({ text, file, chain, environment }: LimitedMatrix): MeasuredProposal {
  const { matrix: written } = readMatrix(text, file);
  if (written === undefined) {
    return { size: { operations: 0, cells: 0, requests: 0 }, limits: DEFAULT_LIMITS };
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
    size: { operations: irreversible.length, cells: plan.cells.length, requests: count },
    limits: {
      ...DEFAULT_LIMITS,
      requests: Math.max(DEFAULT_LIMITS.requests, roundUp(2 * count)),
      mutations: Math.max(DEFAULT_LIMITS.mutations, roundUp(count)),
    },
  };
}

function withoutRequired(loaded: MatrixChain['required'][number]): [string, MatrixChain] {
  return [loaded.file, { ...loaded, required: [] }];
}

function roundUp(count: number): number {
  return Math.ceil(count / 100) * 100;
}
