/** Running a chain for a model, and what it hears of that. */
import { defined } from '../core/defined';
import { UserError } from '../core/errors';
import type { JsonObject } from '../core/json/json';
import { causePath } from '../core/run/causePath';
import type { RunSelection } from '../core/run/plan';
import { totalsOf } from '../core/result/runReport';
import type { ExecutionResult, RequestResult } from '../core/result/result';
import { resultAtFault } from '../core/result/partTree';
import { fitAnswer, shown } from './answer';
import { CHAIN, ENVIRONMENT, MAX_BYTES, NEXT, SHORTENED, VARIABLES, WITHHELD } from './commonFields';
import { optional, readFields, rows, text, texts, values } from './fields';
import { defineTool, type NextCall } from './tool';
import { chainAt, type WantedRun, type Workbench } from './workbench';

const TAKES = {
  chain: CHAIN,
  environment: ENVIRONMENT,
  only: optional(
    text('Id of the only request to send, with the values that the last run of this chain left.'),
  ),
  to: optional(text('Id of the last request to send.')),
  variables: VARIABLES,
  maxBytes: MAX_BYTES,
};

/** Runs a chain. */
export const runTool = defineTool({
  name: 'run_chain',
  title: 'Run a chain',
  description:
    'Sends the requests of a chain in order, with the chains that it requires, and says how each ended and what went wrong first. Sends only to this machine and to origins that a person allowed.',
  effect: 'sends',
  takes: TAKES,
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
  work: async (taken, context) => {
    const { workbench } = context;
    const wanted = await wantedRun(taken, workbench);
    const { result, withheld } = await workbench.runs.run(wanted, workbench, context);
    return fitAnswer({ ...outcomeOf(result), ...defined({ secretsWithheld: withheld }) }, taken.maxBytes);
  },
});

/** The run that a model asks for with these arguments of {@link runTool}. Throws UserError when there is none. */
export async function wantedRun(sent: unknown, workbench: Workbench): Promise<WantedRun> {
  const { chain, environment, only, to, variables = {} } = readFields(TAKES, sent);
  return { chain: await chainAt(chain, workbench), select: selectionOf(only, to), environment, variables };
}

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

/** What a model hears of a run. */
export function outcomeOf(result: ExecutionResult): JsonObject {
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
