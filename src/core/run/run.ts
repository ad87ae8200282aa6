/**
 * Running a plan: one request after the other, each with the values known by then.
 *
 * A request with an unresolved reference is not sent: it is blocked and names the request that should
 * have produced the value and the root cause behind that. After a failure the run continues with what
 * does not depend on it. Values of a response whose status was not expected are not used, and a
 * producer that fails takes its older value back, because a stale one would hide the failure. A producer that passed
 * without finding what is optional leaves the value from earlier in the run.
 *
 * With rows of data, each row begins with what the requests before all rows left.
 */
import { defined } from '../defined';
import type { Secret, SecretLookup, SecretSource } from '../permission/secret';
import { LearnedSecrets } from '../permission/sensitive';
import type { PlanItem, RunPlan } from './plan';
import type { PlannedRequest, UnmaskedEvent } from '../result/result';
import { admitted } from './flow';
import { inOrder } from './inOrder';
import { isFailure, runItem } from './runItem';
import {
  referenceTo,
  runRow,
  type RunMemory,
  type RunPorts,
  type RunSettings,
  type RunState,
  type RunStep,
} from './runStep';

/**
 * Runs a plan and reports as it goes; returns what the next run may build on. Aborting `signal` ends the
 * request in flight, skips the rest and still finishes with `run-finished`.
 */
export async function* runChain(
  plan: RunPlan,
  settings: RunSettings,
  ports: RunPorts,
  signal: AbortSignal,
): AsyncGenerator<UnmaskedEvent, RunMemory, void> {
  const started = ports.clock.monotonic();
  const { data, items } = plan;
  yield {
    type: 'run-started',
    chain: { file: plan.main.file, name: plan.main.chain.name },
    ...defined({
      environment: settings.environment?.name,
      seed: settings.seed,
      data: data === undefined ? undefined : { file: data.file, columns: data.columns },
    }),
    startedAt: new Date(ports.clock.now()).toISOString(),
    requests: items.map(planned),
    notes: settings.notes,
  };
  const run: Run = { plan, settings, signal, hasFailed: false };
  const shared: Own = { state: startState(settings, ports), ports };
  const stretches = stretchesOf(items);
  let left = shared;
  yield* inOrder(
    stretches.filter(({ row }) => row === undefined).map((stretch) => () => runStretch(run, shared, stretch)),
    1,
  );
  const rows = stretches.filter(({ row }) => row !== undefined);
  yield* inOrder(
    rows.map((stretch, index) => () => {
      const own = copyFor(stretch.row, shared);
      left = index === 0 ? own : left;
      return runStretch(run, own, stretch);
    }),
    settings.rowsAtOnce ?? 1,
  );
  yield {
    type: 'run-finished',
    outcome: signal.aborted ? 'cancelled' : run.hasFailed ? 'failed' : 'passed',
    durationMs: ports.clock.monotonic() - started,
    notes: [],
  };
  return {
    ...defined({ environment: settings.environment?.name, row: rows[0]?.row }),
    extracted: left.state.extracted,
    cookies: left.ports.cookies,
    learned: left.state.learned,
    memo: left.state.memo,
  };
}

/** What all requests of a run share. */
interface Run extends Pick<RunStep, 'plan' | 'settings' | 'signal'> {
  hasFailed: boolean;
}

/** What the requests of a row have for themselves. */
type Own = Pick<RunStep, 'state' | 'ports'>;

/** Requests that follow each other for the same row, or for all of them. */
interface Stretch {
  readonly row: PlanItem['row'];
  readonly items: [index: number, item: PlanItem][];
}

function stretchesOf(items: readonly PlanItem[]): readonly Stretch[] {
  const stretches: Stretch[] = [];
  for (const [index, item] of items.entries()) {
    const last = stretches.at(-1);
    if (last !== undefined && last.row === item.row) {
      last.items.push([index, item]);
    } else {
      stretches.push({ row: item.row, items: [[index, item]] });
    }
  }
  return stretches;
}

async function* runStretch(
  run: Run,
  { state, ports }: Own,
  { items }: Stretch,
): AsyncGenerator<UnmaskedEvent, void, void> {
  const { plan, settings, signal } = run;
  for (const [index, item] of items) {
    const result = yield* runItem({ item, index, plan, settings, ports, state, signal, admitted });
    run.hasFailed ||= isFailure(result);
    yield { type: 'request-finished', index, result };
  }
}

/** A row begins with what the requests before all rows left, and does not see what other rows leave. */
function copyFor(row: PlanItem['row'], { state, ports }: Own): Own {
  const { extracted, memo, ended, builtIns } = state;
  const { random } = builtIns;
  return {
    state: {
      ...state,
      extracted: copyOf(extracted),
      memo: new Map(memo),
      ended: [...ended],
      builtIns: row === undefined ? builtIns : { ...builtIns, random: random.forRow(row.number) },
    },
    ports: { ...ports, cookies: ports.cookies.copy() },
  };
}

function copyOf(extracted: RunMemory['extracted']): RunState['extracted'] {
  return new Map([...extracted].map(([file, values]) => [file, new Map(values)]));
}

function startState(
  { known = new Map(), learned = new LearnedSecrets(), memo = new Map() }: RunSettings,
  ports: RunPorts,
): RunState {
  const secrets = new Set<Secret>();
  const remember = (lookup: SecretLookup): SecretLookup => {
    if (lookup.ok) {
      secrets.add(lookup.secret);
    }
    return lookup;
  };
  const source: SecretSource = {
    secret: (name) => remember(ports.secrets.secret(name)),
    processEnv: (name) => remember(ports.secrets.processEnv(name)),
    dotenv: (name) => remember(ports.secrets.dotenv(name)),
    computed(secret) {
      const noted = ports.secrets.computed(secret);
      secrets.add(noted);
      return noted;
    },
  };
  return {
    extracted: copyOf(known),
    memo,
    ended: [],
    secrets,
    learned,
    builtIns: { clock: ports.clock, random: ports.content, hash: ports.hash, secrets: source },
  };
}

function planned(item: PlanItem): PlannedRequest {
  const { request } = item;
  return {
    request: referenceTo(item),
    ...defined({ row: runRow(item) }),
    name: request.name,
    method: request.method,
  };
}
