/** Running a chain for a model, and what it hears of that. */
import { defined } from '../core/defined';
import { UserError } from '../core/errors';
import type { JsonObject } from '../core/json/json';
import { causePath } from '../core/run/causePath';
import type { RunSelection } from '../core/run/plan';
import { totalsOf } from '../core/result/runReport';
import type { ExecutionResult, RequestResult, RunEvent } from '../core/result/result';
import { resultAtFault } from '../core/result/partTree';
import { prepareRun, type PreparedRun } from '../node/run/execute';
import type { ExecuteSettings } from '../node/run/executeSettings';
import { runToEnd } from '../node/run/runToEnd';
import { fitAnswer, shown } from './answer';
import { CHAIN, ENVIRONMENT, MAX_BYTES, NEXT, SHORTENED, VARIABLES, WITHHELD } from './commonFields';
import { optional, rows, text, texts, values } from './fields';
import { defineTool, type NextCall, type ToolContext } from './tool';
import { chainAt, trustFor, type Workbench } from './workbench';

/** Runs a chain. */
export const runTool = defineTool({
  name: 'run_chain',
  title: 'Run a chain',
  description:
    'Sends the requests of a chain in order, with the chains that it requires, and says how each ended and what went wrong first. Sends only to this machine and to origins that a person allowed.',
  effect: 'sends',
  takes: {
    chain: CHAIN,
    environment: ENVIRONMENT,
    only: optional(
      text('Id of the only request to send, with the values that the last run of this chain left.'),
    ),
    to: optional(text('Id of the last request to send.')),
    variables: VARIABLES,
    maxBytes: MAX_BYTES,
  },
  gives: {
    outcome: text('How the run ended.', ['passed', 'failed', 'cancelled', 'running']),
    summary: text('One sentence.'),
    counts: values('How many requests passed, failed, were blocked and skipped.'),
    requests: rows('Each request: id, name, method, outcome, status, durationMs, and why it did not pass.'),
    rootCause: optional(values('The request that went wrong first: id, chain and why.')),
    notes: texts('Facts about the whole run.'),
    secretsWithheld: WITHHELD,
    next: NEXT,
    shortened: SHORTENED,
  },
  work: async ({ chain, environment, only, to, variables, maxBytes }, context) => {
    const { workbench } = context;
    const { name, ...place } = await chainAt(chain, workbench);
    const select = selectionOf(only, to);
    const given = variables ?? {};
    const job = { ...place, select, ...defined({ environment }) };
    const first = await prepareRun(job, workbench.settings.overrides);
    const trust = await trustFor(first.files, given, workbench);
    const known = trust.withheld === undefined ? workbench.runs.get(name)?.memory : undefined;
    const prepared = await prepareRun({ ...job, ...defined({ known }) }, trust.settings.overrides);
    await refuseMutations(prepared, trust.settings, workbench);
    const ended = await runToEnd(prepared, trust.settings, {
      keep: 'exchanges',
      bodies: workbench.bodies.begin(),
      report: progressOf(context),
      signal: context.signal,
    });
    workbench.runs.set(name, ended);
    return fitAnswer(
      { ...outcomeOf(ended.result), ...defined({ secretsWithheld: trust.withheld }) },
      maxBytes,
    );
  },
});

function selectionOf(only: string | undefined, to: string | undefined): RunSelection {
  if (only !== undefined && to !== undefined) {
    throw new UserError('"only" and "to" exclude each other.', 'Give one of them.');
  }
  return only === undefined
    ? to === undefined
      ? { kind: 'all' }
      : { kind: 'to', id: to }
    : { kind: 'only', id: only };
}

/** Requests that change something need the word of a person. */
async function refuseMutations(
  prepared: PreparedRun,
  settings: ExecuteSettings,
  { rights, remedies }: Workbench,
): Promise<void> {
  if (rights.allowMutations) {
    return;
  }
  const { changing } = await prepared.survey(settings);
  if (changing.length > 0) {
    const methods = [...new Set(changing.map(({ method }) => method))].join(', ');
    throw new UserError(
      `This run would send ${changing.length} requests that may change something (${methods}), so nothing was sent.`,
      remedies.allowMutations,
    );
  }
}

/** Tells a client how many requests are done. */
function progressOf({ progress }: ToolContext): (event: RunEvent) => void {
  let done = 0;
  let all = 0;
  return (event) => {
    if (event.type === 'run-started') {
      all = event.requests.length;
    } else if (event.type === 'request-finished') {
      done += 1;
      progress(done, all, `${event.result.request.id}: ${event.result.outcome}`);
    }
  };
}

/** What a model hears of a run. */
function outcomeOf(result: ExecutionResult): JsonObject {
  const { chain, outcome, durationMs, requests, notes } = result;
  const { requests: counts } = totalsOf([result]);
  const first = requests.findIndex(
    (request) => request.outcome === 'failed' || request.outcome === 'blocked',
  );
  const cause = first === -1 ? undefined : causeOf(requests, first);
  return {
    outcome,
    summary: `${chain.file} ${outcome} in ${Math.round(durationMs)} ms.`,
    counts: { ...counts },
    requests: requests.map(rowOf),
    ...defined({ rootCause: cause }),
    notes: notes.map((note) => shown(note)),
    next: cause === undefined ? [] : [...nextCalls(chain.file, cause)],
  };
}

/** The request that went wrong first. */
interface Cause extends JsonObject {
  readonly request: string;
  readonly chain: string;
  readonly why: string;
}

function causeOf(requests: readonly RequestResult[], index: number): Cause | undefined {
  const last = causePath(new Map(requests.entries()), index).at(-1);
  const result = last === undefined ? undefined : requests[last.index];
  return last === undefined || result === undefined
    ? undefined
    : { request: result.request.id, chain: result.request.chain, why: shown(last.message) };
}

function nextCalls(chain: string, { request }: Cause): readonly (NextCall & JsonObject)[] {
  return [
    {
      tool: 'explain_failure',
      arguments: { chain, request },
      why: 'Shows what was sent and answered, and what did not hold.',
    },
    { tool: 'analyze_chain', arguments: { chain }, why: 'Shows what is wrong with the file.' },
  ];
}

function rowOf(result: RequestResult): JsonObject {
  const { request, name, method, outcome, durationMs, reasons, row } = result;
  const status = resultAtFault(result).exchange?.response?.status;
  return {
    id: request.id,
    ...(name === request.id ? {} : { name: shown(name, 80) }),
    method,
    outcome,
    ...defined({ status, row: row?.number }),
    durationMs: Math.round(durationMs),
    ...(reasons[0] === undefined ? {} : { why: shown(reasons[0].message) }),
  };
}
