/**
 * Sending in the name of users: every request of an authorization run goes through the chain engine here,
 * is counted, and leaves its exchange. What a user knows (extracted values, cookies) goes with each request
 * and with nobody else's.
 */
import { defined } from '../../../defined';
import type { Chain, ChainRequest, Environment } from '../../../model';
import type { PlanItem, RunPlan } from '../../../run/plan';
import type { Clock, CookieJar } from '../../../ports';
import { phrase, type Message } from '../../../message';
import type { RecordedExchange, RecordedResponse, UnmaskedResult } from '../../../result/result';
import { runChain } from '../../../run/run';
import { requiredBefore, type RunPorts, type RunSettings } from '../../../run/runStep';
import {
  createScope,
  type BuiltInMemo,
  type ExtractedValue,
  type RequestScope,
} from '../../../prepare/scope';
import type { Reference } from '../../../prepare/template';
import { outerValues } from '../../../prepare/writtenValues';
import { retryAfterMs } from '../../../run/retryAfter';
import type { AuthzExchange, CellStep, LackedValue, StepKind } from '../../model/authzResult';
import { NO_COOKIES, readOnlyCookies } from './readOnlyCookies';
import { LearnedSecrets } from '../../../permission/sensitive';
import { effectOf } from '../../matrix/effects';
import { ANONYMOUS, type MatrixChain, type MatrixUser } from '../../model/matrix';
import { isSafeByMethod } from '../../matrix/safeRequest';
import { guardedPorts, isChange, type WithTimeToAnswer } from './sendGuard';
import { createTurns, type Turns } from './turns';

/** Values by variable name. */
export type Values = ReadonlyMap<string, ExtractedValue>;

/** A user as far as requests are concerned. */
export interface Caller {
  readonly user: MatrixUser;
  readonly cookies: CookieJar;
  /** Built-ins inside constants, computed once for the user. */
  readonly memo: BuiltInMemo;
}

/** What to send, as whom, and with which values. */
export interface Sending {
  readonly caller: Caller;
  readonly plan: RunPlan;
  readonly values: Values;
  readonly step: StepKind;
  /** Built-ins of the object that it is about; absent are the caller's. */
  readonly memo?: BuiltInMemo;
}

/** The result of one request. */
export interface Answer {
  readonly step: CellStep;
  readonly result: UnmaskedResult;
  /** Why no answer was received, or why the request failed despite one; masked. Absent when it passed. */
  readonly failure?: string;
  /** Absent when nothing answered. */
  readonly response?: RecordedResponse;
  /** Everything known after it. */
  readonly values: Values;
}

/** Sends, counts and keeps. */
export interface Sender {
  /** Sends the requests of a plan; the answers in their order. Refused attempts for lack of budget answer nothing. */
  send(sending: Sending): Promise<readonly Answer[]>;
  /** What references mean in a request of a plan that is not sent yet. */
  scopeOf(sending: Omit<Sending, 'step'>, item: PlanItem): RequestScope;
  /** The secrets that origins got from any user. */
  readonly learned: LearnedSecrets;
  /** Exchanges so far; steps name them by their index. */
  readonly exchanges: readonly AuthzExchange[];
  readonly sent: number;
  readonly mutations: number;
  /** Waits that many milliseconds, or until the run is cancelled. */
  pause(ms: number): Promise<void>;
}

/** A request that went out. */
export type SentRequest = UnmaskedResult & { readonly exchange: RecordedExchange };

/** What a sender is made of. */
export interface SenderOptions {
  readonly ports: Omit<RunPorts, 'cookies'>;
  readonly settings: Omit<RunSettings, 'user' | 'memo' | 'bail'>;
  /** Workspace path of the matrix, which states the users' variables. */
  readonly matrixFile: string;
  /** What is kept of the exchange of a request: masked, without most bodies. Its credentials are known from then on. */
  readonly keep: (sent: SentRequest, step: StepKind) => RecordedExchange;
  /** The text of a message, masked. */
  readonly render: (message: Message) => string;
  /** Whether requests that change something may be sent, POSTs that sign in aside. */
  readonly mayChange: boolean;
  /** The signal of the phase that the run is in. */
  readonly signal: () => AbortSignal;
  readonly withTimeToAnswer: WithTimeToAnswer;
}

/** Times that an answer which asks to wait (429, 503 with Retry-After) is tried again; what may create is not after 503. */
const MAX_RETRIES = 2;
const LONGEST_WAIT_MS = 30_000;

/** Makes the sender of a run. */
export function createSender(options: SenderOptions): Sender {
  const exchanges: AuthzExchange[] = [];
  const counts = { sent: 0, mutations: 0 };
  const learned = new LearnedSecrets();
  const turns = createTurns();
  return {
    learned,
    exchanges,
    get sent() {
      return counts.sent;
    },
    get mutations() {
      return counts.mutations;
    },
    scopeOf: (sending, item) => scopeOf(options, sending, item),
    pause: (ms) => options.ports.clock.sleep(ms, options.signal()),
    async send(sending) {
      const answers: Answer[] = [];
      let { values } = sending;
      const counting = guardedPorts(options, sending.step, counts);
      for (const item of sending.plan.items) {
        const one = { ...sending, values, plan: { ...sending.plan, items: [item] } };
        const { result, extracted } = await performWithRetry(
          one,
          { ...options, settings: { ...options.settings, learned } },
          counting,
          turns,
        );
        values = extracted;
        const answer = answered(sending, result, options);
        exchanges.push(answer.kept);
        answers.push({
          step: { step: sending.step, exchange: exchanges.length - 1 },
          result,
          values,
          ...answer.seen,
        });
        if (result.outcome !== 'passed' && sending.plan.items.length > 1) {
          break;
        }
      }
      return answers;
    },
  };
}

/** Whether what a reference gives is a text where this is sent; so is one that gives nothing. */
export function textsIn(
  { scopeOf: scopeAt }: Pick<Sender, 'scopeOf'>,
  sending: Omit<Sending, 'step'>,
): (reference: Reference) => boolean {
  const scopes = sending.plan.items.map((item) => scopeAt(sending, item));
  return (reference) =>
    scopes.every((scope) => {
      const found = scope.lookup(reference);
      return !found.ok || typeof found.found.value === 'string';
    });
}

/** A plan of one request. */
export function planOf(
  loaded: MatrixChain,
  request: ChainRequest,
  environment: Environment | undefined,
  chain: Chain = loaded.chain,
): RunPlan {
  const main = { file: loaded.file, chain };
  const outside = outerValues(
    loaded.required.map((required) => required.chain),
    environment,
  );
  const items = [{ loaded: main, request }];
  return { main, required: loaded.required, called: new Map(), items, outside };
}

function scopeOf(
  { settings, matrixFile, ports: { clock, random, hash, secrets } }: SenderOptions,
  { caller, plan, values, memo = caller.memo }: Omit<Sending, 'step'>,
  { loaded, request }: PlanItem,
): RequestScope {
  const { file, chain } = loaded;
  const required = requiredBefore(plan, loaded);
  return createScope(
    {
      extracted: values,
      overrides: settings.overrides,
      // What a function gives in the variables of one user, such as a password, is not another's.
      user: { file: `${matrixFile} ${caller.user.name}`, variables: caller.user.variables },
      chain: { file, variables: chain.variables },
      requires: required.map((one) => ({
        file: one.file,
        variables: one.chain.variables,
        extracted: values,
      })),
      environment: { file: settings.environmentFile, variables: settings.environment?.variables ?? {} },
    },
    { clock, random, hash, secrets },
    memo,
  ).forRequest(request.variables);
}

interface Performed {
  readonly result: UnmaskedResult;
  readonly extracted: Values;
}

async function performWithRetry(
  sending: Sending,
  options: SenderOptions,
  ports: Omit<RunPorts, 'cookies'>,
  turns: Turns,
): Promise<Performed> {
  const send = (): Promise<Performed> => perform(sending, options, ports);
  const waitAfter = ({ result }: Performed): number | undefined => {
    const response = result.exchange?.response;
    const isFinal = options.signal().aborted || (response?.status !== TOO_MANY && mayCreate(sending));
    return isFinal ? undefined : waitAsked(response, ports.clock);
  };
  const first = await turns.together(send);
  if (waitAfter(first) === undefined) {
    return first;
  }
  return turns.alone(async () => {
    let last = first;
    for (let tries = 0; tries < MAX_RETRIES; tries += 1) {
      const wait = waitAfter(last);
      if (wait === undefined) {
        break;
      }
      await ports.clock.sleep(wait, options.signal());
      last = await send();
    }
    return last;
  });
}

/** RFC 6585 §4: refused before anything was done. A server that is not available (503) may have done it. */
const TOO_MANY = 429;

/** Whether sent again a request could create another object. */
function mayCreate({ plan, step }: Sending): boolean {
  return plan.items.some(
    ({ request }) =>
      isChange(request.method, step) && effectOf(request.method) === 'create' && !isSafeByMethod(request),
  );
}

/** Milliseconds that an answer asks to wait; absent when it does not, or for too long. */
function waitAsked(response: RecordedResponse | undefined, clock: Clock): number | undefined {
  const wait = response === undefined ? undefined : retryAfterMs(response, clock.now());
  return wait === undefined || wait > LONGEST_WAIT_MS ? undefined : wait;
}

/** A change that is under way when the run is cancelled gets the time to be answered. */
function perform(
  sending: Sending,
  options: SenderOptions,
  ports: Omit<RunPorts, 'cookies'>,
): Promise<Performed> {
  const { plan, step } = sending;
  const send = (signal: AbortSignal): Promise<Performed> => performUntil(sending, options, ports, signal);
  return plan.items.some(({ request }) => isChange(request.method, step))
    ? options.withTimeToAnswer(options.signal(), send)
    : send(options.signal());
}

async function performUntil(
  { caller, plan, values, step, memo = caller.memo }: Sending,
  { settings, matrixFile }: Pick<SenderOptions, 'settings' | 'matrixFile'>,
  ports: Omit<RunPorts, 'cookies'>,
  signal: AbortSignal,
): Promise<Performed> {
  const files = [plan.main, ...plan.required].map(({ file }) => file);
  const run = runChain(
    plan,
    {
      ...settings,
      // What a function gives in the variables of one user, such as a password, is not another's.
      user: { file: `${matrixFile} ${caller.user.name}`, variables: caller.user.variables },
      known: new Map(files.map((file) => [file, values])),
      memo,
    },
    { ...ports, cookies: cookiesOf(caller, step) },
    signal,
  );
  let result: UnmaskedResult | undefined;
  for (;;) {
    const step = await run.next();
    if (step.done === true) {
      if (result === undefined) {
        throw new Error('a plan of one request has one result');
      }
      return { result, extracted: new Map([...values, ...(step.value.extracted.get(plan.main.file) ?? [])]) };
    }
    if (step.value.type === 'request-finished') {
      ({ result } = step.value);
    }
  }
}

/** Steps whose answers do not change a session. */
const FOREIGN: ReadonlySet<StepKind> = new Set(['attack', 'calibration']);

function cookiesOf({ user, cookies }: Caller, step: StepKind): CookieJar {
  if (user.role === ANONYMOUS) {
    return NO_COOKIES;
  }
  return FOREIGN.has(step) ? readOnlyCookies(cookies) : cookies;
}

/** The recorded result and what the caller sees. Its credentials are learned before its failure is masked. */
function answered(
  { caller, step }: Pick<Sending, 'caller' | 'step'>,
  result: UnmaskedResult,
  { keep, render }: Pick<SenderOptions, 'keep' | 'render'>,
): { readonly kept: AuthzExchange; readonly seen: Pick<Answer, 'failure' | 'response'> } {
  const { exchange, outcome, reasons, request } = result;
  const kept = exchange === undefined ? {} : { exchange: keep({ ...result, exchange }, step) };
  const [reason] = reasons;
  const failure =
    outcome === 'passed' ? {} : { failure: render(reason?.message ?? phrase`It was not sent.`) };
  const response = exchange?.response === undefined ? {} : { response: exchange.response };
  return {
    kept: {
      user: caller.user.name,
      request,
      ...kept,
      ...(exchange?.response === undefined ? failure : {}),
      ...(reason?.kind === 'unresolved' ? { lacks: lackedValue(reason) } : {}),
    },
    seen: { ...failure, ...response },
  };
}

function lackedValue({ variable, secret }: LackedValue): LackedValue {
  return { variable, ...defined({ secret }) };
}
