/** Running chains against a fake server: the engine's own ports, answers from a function, no clock, no network. */
import { remedies } from '../../src/cli/remedies';
import { defined } from '../../src/core/defined';
import type { SecretLookup } from '../../src/core/permission/secret';
import { tableOf, type DataTable } from '../../src/core/data/dataTable';
import { readData } from '../../src/core/data/readData';
import { readChain } from '../../src/core/files/chainFile';
import { UserError } from '../../src/core/errors';
import type { JsonValue } from '../../src/core/json/json';
import type { Environment, HttpRequest, HttpResponse } from '../../src/core/model';
import { createOriginPolicy } from '../../src/core/permission/originPolicy';
import { planRun, type LoadedChain, type RunPlan, type RunSelection } from '../../src/core/run/plan';
import { sentOnce } from '../../src/core/run/sentOnce';
import type { ListenTo, Random, Send, SendResult } from '../../src/core/ports';
import type { LongRules } from '../../src/core/run/longRules';
import { collectParts, reduceRun, type ExecutionResult, type RunEvent } from '../../src/core/result/result';
import { preparedRule } from '../../src/core/run/longRule';
import { viewResponse } from '../../src/core/run/responseView';
import { runChain } from '../../src/core/run/run';
import type { Bail, RunMemory, RunPorts, RunSettings } from '../../src/core/run/runStep';
import { rendered } from './rendered';
import { createTokenCache } from '../../src/core/auth/tokenCache';
import { createTokenSource } from '../../src/core/auth/tokenSource';
import { nodeHash } from '../../src/node/run/nodePorts';
import { fakeRandom } from './fakeRandom';

/** An answer in short: a status, or its parts. */
export type Answer =
  | number
  | {
      readonly status?: number;
      readonly headers?: Record<string, string | string[]>;
      readonly body?: unknown;
      /** The body does not end; who listens to it waits until there is no more time. */
      readonly isEndless?: true;
    }
  | {
      readonly fails: Extract<SendResult, { ok: false }>['failure']['code'];
      /** What had arrived. */
      readonly response?: HttpResponse;
    };

/** What a run is started with; everything has a default. */
export interface FakeRun {
  readonly chain: object;
  readonly required?: Readonly<Record<string, object>>;
  /** Chains that are called, and those that only they require, by file; all in one folder. */
  readonly called?: Readonly<Record<string, object>>;
  readonly answer?: (request: HttpRequest, body: string) => Answer;
  readonly select?: RunSelection;
  /** A data file's name and text. */
  readonly data?: readonly [file: string, text: string];
  readonly rowsAtOnce?: number;
  readonly isSentOnce?: boolean;
  readonly known?: RunMemory['extracted'];
  readonly memo?: RunMemory['memo'];
  readonly overrides?: Readonly<Record<string, JsonValue>>;
  readonly environment?: Partial<Environment>;
  readonly secrets?: Readonly<Record<string, { value: string; origins: readonly string[] }>>;
  readonly authored?: readonly string[];
  /** Origins that a person lets go what was obtained with secrets. */
  readonly vouched?: readonly string[];
  readonly files?: Readonly<Record<string, string>>;
  readonly bail?: Bail;
  /** Milliseconds that have gone by, asked for whenever the engine looks at the clock. */
  readonly elapsed?: () => number;
  readonly signal?: AbortSignal;
  /** Hears how many milliseconds are waited for; the time goes by at once. */
  readonly sleep?: (milliseconds: number) => unknown;
  /** What the server waits for before it answers. */
  readonly pause?: () => Promise<void>;
  /** Makes version 4 UUIDs; by default always the same. */
  readonly uuid?: () => string;
  /** What applies long rules; by default they are applied at once. */
  readonly longRules?: LongRules;
  /** Descriptions of APIs by the files of chains. */
  readonly descriptions?: RunSettings['descriptions'];
  readonly onEvent?: (event: RunEvent) => unknown;
}

/** What a run left, and what the server saw. */
export interface FakeOutcome {
  readonly result: ExecutionResult;
  readonly sent: readonly HttpRequest[];
  /** Milliseconds that each of them was given. */
  readonly timeouts: readonly number[];
  readonly memory: RunMemory;
  readonly events: readonly RunEvent[];
}

/** Reads a chain from an object; the file is what messages call it. */
export function loadChain(chain: object, file = 'main.chain.json'): LoadedChain {
  const text = JSON.stringify({ formatVersion: 2, name: 'Test', requests: [], ...chain });
  const { chain: read, problems } = readChain(text, file);
  if (read === undefined) {
    throw new Error(problems.map(({ message }) => message).join('\n'));
  }
  return { file, chain: read };
}

/** Runs a chain to its end. */
export async function fakeRun(start: FakeRun): Promise<FakeOutcome> {
  const sent: HttpRequest[] = [];
  const timeouts: number[] = [];
  const ports = fakePorts(start, (request, timeoutMs) => {
    sent.push(request);
    timeouts.push(timeoutMs);
  });
  const { signal = new AbortController().signal } = start;
  const environment = start.environment === undefined ? undefined : completeEnvironment(start.environment);
  const run = runChain(planOf(start, environment), settingsOf(start, environment), ports, signal);
  const events: RunEvent[] = [];
  const withParts = collectParts();
  for (;;) {
    const step = await run.next();
    if (step.done === true) {
      const result = events.reduce(reduceRun, undefined as ExecutionResult | undefined);
      if (result === undefined) {
        throw new Error('the run said nothing');
      }
      return { result, sent, timeouts, memory: step.value, events };
    }
    const event = withParts(rendered(step.value));
    events.push(event);
    start.onEvent?.(event);
  }
}

function planOf(
  {
    chain,
    required = {},
    called = {},
    select = { kind: 'all' },
    data,
    isSentOnce = false,
    known = new Map(),
  }: FakeRun,
  environment: Environment | undefined,
): RunPlan {
  const names = new Set([...known.values()].flatMap((values) => [...values.keys()]));
  const all = new Map(
    Object.entries({ ...required, ...called }).map(([file, one]) => [file, loadChain(one, file)]),
  );
  const loaded = Object.keys(required).flatMap((file) => all.get(file) ?? []);
  const calls = new Map(
    Object.keys(called).flatMap((file) => {
      const one = all.get(file);
      return one === undefined
        ? []
        : [[file, { loaded: one, required: one.chain.requires.flatMap((name) => all.get(name) ?? []) }]];
    }),
  );
  const main = isSentOnce ? sentOnce(loadChain(chain)) : loadChain(chain);
  const table = data === undefined ? rowsOf(main) : readData(Buffer.from(data[1]), data[0]);
  return planRun(
    { main, required: loaded, called: calls, environment, ...defined({ data: table }) },
    select,
    names,
  );
}

/** The rows that a chain has itself. */
export function rowsOf({ file, chain: { data } }: LoadedChain): DataTable | undefined {
  return typeof data === 'object'
    ? tableOf(
        file,
        data.map((values) => ({ place: { file }, values })),
        { isAuthored: true },
      )
    : undefined;
}

function settingsOf(
  {
    known,
    memo,
    overrides = {},
    authored = ['http://api.test'],
    vouched = [],
    bail,
    rowsAtOnce,
    descriptions,
  }: FakeRun,
  environment: Environment | undefined,
): RunSettings {
  return {
    ...defined({ environment }),
    environmentFile: 'test.environment.json',
    overrides: new Map(Object.entries(overrides)),
    ...defined({ known, memo }),
    policy: createOriginPolicy(
      new Set(authored),
      [],
      { vouches: (_label, origin) => vouched.includes(origin) },
      remedies,
    ),
    remedies,
    ...defined({ bail, rowsAtOnce, descriptions }),
    timeoutMs: 1000,
    userAgent: 'test',
    notes: [],
  };
}

/** Each request of a result as `id outcome`, for whole-run assertions. */
export function outcomes({ requests }: ExecutionResult): readonly string[] {
  return requests.map(({ request, outcome }) => `${request.id} ${outcome}`);
}

/** The body of a request as text. */
export function bodyText({ body }: HttpRequest): string {
  return body === undefined ? '' : Buffer.from(body).toString();
}

function fakePorts(start: FakeRun, note: (request: HttpRequest, timeoutMs: number) => void): RunPorts {
  const clock = {
    now: () => Date.UTC(2026, 0, 1),
    monotonic: start.elapsed ?? (() => 0),
    sleep: (milliseconds: number) => Promise.resolve(start.sleep?.(milliseconds)).then(() => undefined),
  };
  const send: Send = async (request, { signal, timeoutMs, listenTo }) => {
    note(request, timeoutMs);
    const answer = start.answer?.(request, bodyText(request)) ?? 200;
    await start.pause?.();
    const result = toResult(signal.aborted ? { fails: 'cancelled' } : answer);
    const isEndless = typeof answer === 'object' && 'isEndless' in answer;
    return result.ok && listenTo !== undefined ? heard(result, listenTo, isEndless) : result;
  };
  const content: Random = {
    ...fakeRandom,
    ...defined({ uuid: start.uuid }),
    at: () => content,
    forRow: () => content,
  };
  const lookup = (name: string): SecretLookup => {
    const secret = start.secrets?.[name];
    return secret === undefined
      ? { ok: false, message: `The secret ${name} has no value.` }
      : { ok: true, secret: { label: `secret ${name}`, name, ...secret } };
  };
  return {
    send,
    clock,
    random: fakeRandom,
    content,
    hash: nodeHash,
    signAws: fakeSignature,
    tokens: createTokenSource(createTokenCache({ send, clock, userAgent: 'test' })),
    files: {
      bytes: (path, from) => {
        const content = start.files?.[path];
        return content === undefined
          ? Promise.reject(
              new UserError(`The file ${path} does not exist.`, 'Check its path.', { file: from }),
            )
          : Promise.resolve(Buffer.from(content));
      },
    },
    secrets: { secret: lookup, processEnv: lookup, dotenv: lookup, computed: (secret) => secret },
    cookies: simpleJar(),
    longRules: start.longRules ?? appliedHere,
  };
}

/** Long rules applied at once, in this process. */
export const appliedHere: LongRules = {
  apply: async ({ response, url, rule }) => {
    const apply = await preparedRule(rule);
    return { kind: 'applied', outcome: apply(viewResponse(response, url)) };
  },
};

/** Says what was signed; like the real one, it signs a body hash that is there already unchanged. */
const fakeSignature: RunPorts['signAws'] = (request) => {
  const body = bodyText(request);
  const hash = request.headers.find(({ name }) => name === 'X-Amz-Content-Sha256');
  return [
    ...(hash === undefined ? [{ name: 'X-Amz-Content-Sha256', value: `hash of <${body}>` }] : []),
    {
      name: 'Authorization',
      value: `AWS4 ${request.method} ${request.url} ${hash?.value ?? `hash of <${body}>`}`,
    },
  ];
};

/** A jar that knows origins and names only; the real one is tested where it lives. */
function simpleJar(jar = new Map<string, Map<string, string>>()): RunPorts['cookies'] {
  const of = (url: string) => jar.get(new URL(url).origin) ?? new Map<string, string>();
  return {
    header: (url) =>
      URL.canParse(url) && of(url).size > 0
        ? [...of(url)].map((pair) => pair.join('=')).join('; ')
        : undefined,
    derived: () => [],
    store(url, lines) {
      const cookies = of(url);
      jar.set(new URL(url).origin, cookies);
      for (const line of lines) {
        const [name = '', value = ''] = (line.split(';', 1)[0] ?? '').split('=');
        if (line.includes('Max-Age=0')) {
          cookies.delete(name);
        } else {
          cookies.set(name, value);
        }
      }
    },
    get: (url, name) => of(url).get(name),
    copy: () => simpleJar(new Map([...jar].map(([origin, cookies]) => [origin, new Map(cookies)]))),
  };
}

/** What a listener leaves of an answer, whose body comes in pieces of seven bytes. */
function heard(
  result: Extract<SendResult, { ok: true }>,
  listenTo: ListenTo,
  isEndless: boolean,
): SendResult {
  const { response } = result;
  const listener = listenTo(response);
  if (listener === undefined) {
    return result;
  }
  for (let at = 0; at < response.body.length; at += 7) {
    const enough = listener.take(response.body.subarray(at, at + 7));
    if (enough !== undefined) {
      const body = response.body.subarray(0, enough);
      return { ...result, response: { ...response, body }, isPartial: true };
    }
  }
  return isEndless ? { ...result, isPartial: true } : result;
}

function toResult(answer: Answer): SendResult {
  const timings = { totalMs: 5 };
  if (typeof answer === 'object' && 'fails' in answer) {
    const failure = { code: answer.fails, message: `It failed: ${answer.fails}.`, todo: 'Fix it.' };
    return { ok: false, failure, timings, ...defined({ response: answer.response }) };
  }
  const { status = 200, headers = {}, body } = typeof answer === 'number' ? { status: answer } : answer;
  const text = typeof body === 'string' ? body : body === undefined ? '' : JSON.stringify(body);
  const lines = Object.entries(headers).flatMap(([name, value]) =>
    [value].flat().map((one) => ({ name, value: one })),
  );
  const typed = headers['Content-Type'] === undefined && typeof body === 'object';
  const response = {
    status,
    statusText: '',
    httpVersion: '1.1',
    headers: typed ? [...lines, { name: 'Content-Type', value: 'application/json' }] : lines,
    body: Buffer.from(text),
    wireSize: text.length,
  };
  return { ok: true, response, timings, connection: { via: 'direct', reused: false } };
}

/** An environment with the defaults of what a test leaves out. */
export function completeEnvironment(environment: Partial<Environment>): Environment {
  return {
    name: 'test',
    variables: {},
    secrets: [],
    secretOrigins: new Map(),
    protected: false,
    allowHosts: [],
    http2: false,
    ...environment,
  };
}
