/** Authorization tests for a model. */
import { defined } from '../core/defined';
import { UserError } from '../core/errors';
import type { JsonObject } from '../core/json/json';
import { findingsOf } from '../core/authz/report/findings';
import { countJudgements } from '../core/authz/report/summary';
import type { AuthzResult } from '../core/authz/model/authzResult';
import { judgementOf } from '../core/authz/model/verdict';
import type { DryRun } from '../node/authz/runMatrix';
import { fitAnswer, shown } from './answer';
import { ENVIRONMENT, MAX_BYTES, SHORTENED, WITHHELD } from './commonFields';
import { flag, optional, readFields, rows, text, texts, values } from './fields';
import { defineTool } from './tool';
import { fileAt, type WantedMatrix, type Workbench } from './workbench';

const TAKES = {
  matrix: text('Path of the *.authz.json file, relative to the workspace.'),
  environment: ENVIRONMENT,
  only: optional(texts('Patterns of cells or operations to test; all without it.')),
  dryRun: optional(flag('Whether nothing is sent.')),
  maxBytes: MAX_BYTES,
};

/** Runs a matrix. */
export const matrixTool = defineTool({
  name: 'run_authorization_tests',
  title: 'Run authorization tests',
  description:
    'Tests with the users of a *.authz.json matrix who may do what: one user on the objects of another (BOLA), roles on operations (BFLA). A test passes only with proof. With dryRun it says what a run would send, and sends nothing.',
  effect: 'sends',
  takes: TAKES,
  gives: {
    cells: values('How many cells came to what; with dryRun how many there are.'),
    findings: rows('Flaws of the API, gravest first: what, severity, cells.'),
    unproved: rows('Cells without a verdict: cell, why.'),
    requests: values('How many requests were sent, or would be at most.'),
    planned: optional(texts('With dryRun the requests that would be sent.')),
    leftovers: rows('What the run created and could not delete: resource, owner, why.'),
    notes: texts('Facts about the whole run.'),
    secretsWithheld: WITHHELD,
    shortened: SHORTENED,
  },
  work: async (taken, context) => {
    const { workbench } = context;
    const wanted = await wantedMatrix(taken, workbench);
    const { matrices } = workbench;
    if (taken.dryRun === true) {
      const { result, withheld } = await matrices.dryRun(wanted, workbench);
      return fitAnswer({ ...plannedOf(result), ...defined({ secretsWithheld: withheld }) }, taken.maxBytes);
    }
    const { result, withheld } = await matrices.run(wanted, workbench, context);
    return fitAnswer({ ...answerOf(result), ...defined({ secretsWithheld: withheld }) }, taken.maxBytes);
  },
});

/** The run that a model asks for with these arguments of {@link matrixTool}. Throws UserError when there is none. */
export async function wantedMatrix(sent: unknown, workbench: Workbench): Promise<WantedMatrix> {
  const { matrix, environment, only } = readFields(TAKES, sent);
  if (!matrix.endsWith('.authz.json')) {
    throw new UserError(`${JSON.stringify(matrix)} is no matrix.`, 'Matrices are called *.authz.json.');
  }
  return { matrix: await fileAt(matrix, workbench), environment, only };
}

/** Whether these arguments of {@link matrixTool} ask for nothing to be sent. */
export function isDryRun(sent: unknown): boolean {
  return readFields(TAKES, sent).dryRun === true;
}

function plannedOf({ plan, strict, requests }: DryRun): JsonObject {
  return {
    cells: { all: plan.cells.length },
    requests: { atMost: strict },
    planned: requests.map(({ method, url }) => shown(`${method} ${url}`)),
    ...{ findings: [], unproved: [], leftovers: [], notes: [] },
  };
}

function answerOf(result: AuthzResult): JsonObject {
  const { cells, requests, leftovers, notes } = result;
  return {
    cells: { ...countJudgements(result) },
    findings: findingsOf(cells).map(({ sentence, broken, cells: failing }) => ({
      what: shown(sentence),
      severity: broken.rule.severity ?? '',
      cells: failing.map(({ cell }) => cell.id),
    })),
    unproved: cells
      .filter(({ class: outcome }) => judgementOf(outcome) === 'inconclusive')
      .map(({ cell, reasons }) => ({ cell: cell.id, why: shown(reasons[0] ?? '') })),
    requests: { sent: requests.sent, mutations: requests.mutations },
    leftovers: leftovers.map(({ resource, owner, reason }) => ({ resource, owner, why: shown(reason) })),
    notes: notes.map((note) => shown(note)),
  };
}
