/** Authorization tests for a model. */
import { defined } from '../core/defined';
import { UserError } from '../core/errors';
import type { JsonObject } from '../core/json/json';
import { findingsOf } from '../core/authz/report/findings';
import { countJudgements } from '../core/authz/report/summary';
import type { AuthzResult } from '../core/authz/model/authzResult';
import { judgementOf } from '../core/authz/model/verdict';
import type { MatrixJob } from '../node/authz/loadMatrix';
import type { MatrixSettings } from '../node/authz/wireMatrix';
import { fitAnswer, shown } from './answer';
import { ENVIRONMENT, MAX_BYTES, SHORTENED, WITHHELD } from './commonFields';
import { flag, optional, rows, text, texts, values } from './fields';
import { defineTool, type ToolContext } from './tool';
import { fileAt, refuseSignIn, trustFor, type Workbench } from './workbench';

/** Runs a matrix. */
export const matrixTool = defineTool({
  name: 'run_authorization_tests',
  title: 'Run authorization tests',
  description:
    'Tests with the users of a *.authz.json matrix who may do what: one user on the objects of another (BOLA), roles on operations (BFLA). A test passes only with proof. With dryRun it says what a run would send, and sends nothing.',
  effect: 'sends',
  takes: {
    matrix: text('Path of the *.authz.json file, relative to the workspace.'),
    environment: ENVIRONMENT,
    only: optional(texts('Patterns of cells or operations to test; all without it.')),
    dryRun: optional(flag('Whether nothing is sent.')),
    maxBytes: MAX_BYTES,
  },
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
  work: async ({ matrix, environment, only, dryRun, maxBytes }, context) => {
    const { workbench } = context;
    if (!matrix.endsWith('.authz.json')) {
      throw new UserError(`${JSON.stringify(matrix)} is no matrix.`, 'Matrices are called *.authz.json.');
    }
    const { file, workspace } = await fileAt(matrix, workbench);
    const named = { file, workspace, ...defined({ environment }) };
    const trust = await trustFor(await filesOf(named, workbench), {}, workbench);
    const job = { ...named, ...defined({ readText: trust.readText }) };
    const settings: MatrixSettings = {
      execute: trust.settings,
      allowMutations: workbench.rights.allowMutations,
      irreversible: [],
      keepBodies: false,
      ...defined({ only }),
    };
    const { dryRunMatrix } = await import('../node/authz/runMatrix');
    if (dryRun !== true) {
      refuseSignIn(trust, workbench);
    }
    const dry = dryRun === true ? await dryRunMatrix(job, settings) : undefined;
    const answer =
      dry === undefined
        ? answerOf(await runToResult(job, settings, context))
        : {
            ...NOTHING,
            cells: { all: dry.plan.cells.length },
            requests: { atMost: dry.strict },
            planned: dry.requests.map(({ method, url }) => shown(`${method} ${url}`)),
          };
    return fitAnswer({ ...answer, ...defined({ secretsWithheld: trust.withheld }) }, maxBytes);
  },
});

/** What a matrix is read from, wherever that is, and all that is next to it. */
async function filesOf(job: MatrixJob, { watch }: Workbench): Promise<readonly string[]> {
  const { loadMatrix } = await import('../node/authz/loadMatrix');
  const { file, environmentFile, environment, chains } = await loadMatrix(job);
  const named = [...chains.values()].flatMap((chain) => [chain, ...chain.required]).map((one) => one.file);
  const all = [file, ...(environment === undefined ? [] : [environmentFile]), ...named];
  return [...new Set([...(await watch.files()), ...all])];
}

const NOTHING = { findings: [], unproved: [], leftovers: [], notes: [] };

async function runToResult(
  job: { readonly file: string; readonly workspace: string },
  settings: MatrixSettings,
  { signal, progress }: ToolContext,
): Promise<AuthzResult> {
  const { runMatrix } = await import('../node/authz/runMatrix');
  let all = 0;
  let done = 0;
  for await (const event of runMatrix(job, settings, signal)) {
    switch (event.type) {
      case 'authz-started':
        all = event.plan.cells.length;
        break;
      case 'cell-finished':
        done += 1;
        progress(done, all, `${event.result.cell.id}: ${event.result.class}`);
        break;
      case 'authz-finished':
        return event.result;
      case 'authz-preparing':
      case 'cell-started':
    }
  }
  throw new Error('a run always ends with its result');
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
