/** Running chains against a fake server: the engine's own ports, answers from a function, no clock, no network. */
import { createHash, createHmac } from 'node:crypto';
import type { SecretLookup } from '../../src/core/builtIns';
import { readChain } from '../../src/core/chainFile';
import { UserError } from '../../src/core/errors';
import type { JsonValue } from '../../src/core/json';
import type { Environment, HttpRequest } from '../../src/core/model';
import { createOriginPolicy } from '../../src/core/originPolicy';
import { planRun } from '../../src/core/plan';
import type { LoadedChain, RunSelection } from '../../src/core/plan';
import type { SendOptions, SendResult } from '../../src/core/ports';
import { reduceRun } from '../../src/core/result';
import type { ExecutionResult, RunEvent } from '../../src/core/result';
import { runChain } from '../../src/core/run';
import type { RunMemory, RunPorts } from '../../src/core/runStep';
import { createTokenCache } from '../../src/core/tokenCache';

/** An answer in short: a status, or more of it. */
export type Answer =
  | number
  | {
      readonly status?: number;
      readonly headers?: Record<string, string | string[]>;
      readonly body?: unknown;
    }
  | { readonly fails: Extract<SendResult, { ok: false }>['failure']['code'] };

/** What a run is started with; everything has a default. */
export interface FakeRun {
  readonly chain: object;
  readonly required?: Readonly<Record<string, object>>;
  readonly answer?: (request: HttpRequest, body: string) => Answer;
  readonly select?: RunSelection;
  readonly known?: RunMemory;
  readonly overrides?: Readonly<Record<string, JsonValue>>;
  readonly environment?: Partial<Environment>;
  readonly secrets?: Readonly<Record<string, { value: string; origins: readonly string[] }>>;
  readonly authored?: readonly string[];
  readonly files?: Readonly<Record<string, string>>;
  readonly bail?: boolean;
  readonly signal?: AbortSignal;
}

/** What a run left, and what the server saw. */
export interface FakeOutcome {
  readonly result: ExecutionResult;
  readonly sent: readonly HttpRequest[];
  readonly memory: RunMemory;
  readonly events: readonly RunEvent[];
}

/** Reads a chain from an object; the file is what messages call it. */
export function loadChain(chain: object, file = 'main.chain.json'): LoadedChain {
  const text = JSON.stringify({ formatVersion: 1, name: 'Test', requests: [], ...chain });
  const { chain: read, problems } = readChain(text, file);
  if (read === undefined) {
    throw new Error(problems.map(({ message }) => message).join('\n'));
  }
  return { file, chain: read };
}

/** Runs a chain to its end. */
export async function fakeRun(start: FakeRun): Promise<FakeOutcome> {
  const sent: HttpRequest[] = [];
  const ports = fakePorts(start, sent);
  const required = Object.entries(start.required ?? {}).map(([file, chain]) => loadChain(chain, file));
  const known: RunMemory = start.known ?? new Map();
  const names = new Set([...known.values()].flatMap((values) => [...values.keys()]));
  const plan = planRun(loadChain(start.chain), required, start.select ?? { kind: 'all' }, names);
  const run = runChain(
    plan,
    known,
    {
      ...(start.environment === undefined ? {} : { environment: completeEnvironment(start.environment) }),
      environmentFile: 'test.environment.json',
      overrides: new Map(Object.entries(start.overrides ?? {})),
      policy: createOriginPolicy(new Set(start.authored ?? ['http://api.test']), []),
      bail: start.bail ?? false,
      timeoutMs: 1000,
      userAgent: 'test',
      notes: [],
    },
    ports,
    start.signal ?? new AbortController().signal,
  );
  const events: RunEvent[] = [];
  for (;;) {
    const step = await run.next();
    if (step.done === true) {
      const result = events.reduce(reduceRun, undefined as ExecutionResult | undefined);
      if (result === undefined) {
        throw new Error('the run said nothing');
      }
      return { result, sent, memory: step.value, events };
    }
    events.push(step.value);
  }
}

/** Each request of a result as `id outcome`, for whole-run assertions. */
export function outcomes({ requests }: ExecutionResult): readonly string[] {
  return requests.map(({ request, outcome }) => `${request.id} ${outcome}`);
}

/** The body of a request as text. */
export function bodyText({ body }: HttpRequest): string {
  return body === undefined ? '' : Buffer.from(body).toString();
}

function fakePorts(start: FakeRun, sent: HttpRequest[]): RunPorts {
  const clock = { now: () => Date.UTC(2026, 0, 1), monotonic: () => 0, sleep: () => Promise.resolve() };
  const send = (request: HttpRequest, { signal }: SendOptions): Promise<SendResult> => {
    sent.push(request);
    const answer = start.answer?.(request, bodyText(request)) ?? 200;
    return Promise.resolve(signal.aborted ? toResult({ fails: 'cancelled' }) : toResult(answer));
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
    random: {
      uuid: () => '00000000-0000-4000-8000-000000000000',
      integer: (min) => min,
      bytes: (length) => new Uint8Array(length),
    },
    hash: {
      digest: (algorithm, data) =>
        createHash(algorithm === 'sha512-256' ? 'sha512-256' : algorithm)
          .update(data)
          .digest(),
      hmacSha256: (key, data) => createHmac('sha256', key).update(data).digest(),
    },
    signAws: () => [{ name: 'Authorization', value: 'AWS4-HMAC-SHA256 signed' }],
    tokens: createTokenCache({ send, clock, userAgent: 'test' }),
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
    secrets: { secret: lookup, processEnv: lookup, dotenv: lookup },
    cookies: simpleJar(),
  };
}

/** A jar that knows origins and names only; the real one is tested where it lives. */
function simpleJar(): RunPorts['cookies'] {
  const jar = new Map<string, Map<string, string>>();
  const of = (url: string) => jar.get(new URL(url).origin) ?? new Map<string, string>();
  return {
    header: (url) =>
      URL.canParse(url) && of(url).size > 0
        ? [...of(url)].map((pair) => pair.join('=')).join('; ')
        : undefined,
    store(url, lines) {
      const cookies = of(url);
      jar.set(new URL(url).origin, cookies);
      for (const line of lines) {
        const [name = '', value = ''] = (line.split(';', 1)[0] ?? '').split('=');
        cookies.set(name, value);
      }
    },
    get: (url, name) => of(url).get(name),
  };
}

function toResult(answer: Answer): SendResult {
  const timings = { totalMs: 5 };
  if (typeof answer === 'object' && 'fails' in answer) {
    const failure = { code: answer.fails, message: `It failed: ${answer.fails}.`, todo: 'Mend it.' };
    return { ok: false, failure, timings };
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

function completeEnvironment(environment: Partial<Environment>): Environment {
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
