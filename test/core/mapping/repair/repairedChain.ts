/** Repairs chains against a fake server, whose ids are others than those of the recording. */
import { repairChain } from '../../../../src/core/mapping/repair/repairChain';
import type {
  ChainPart,
  RepairEvent,
  RepairLimits,
  RepairReport,
} from '../../../../src/core/mapping/repair/repairReport';
import { readRepairSession } from '../../../../src/core/mapping/repair/repairSession';
import type { RepairSession } from '../../../../src/core/mapping/repair/carriedPlaces';
import { fakeRun, type Answer } from '../../fakeRun';
import { sessionOf, type StepSpec } from '../session';

/** Answers a request: its line such as `GET /orders/7`, and its body as JSON. */
export type Server = (line: string, body: Readonly<Record<string, unknown>>) => Answer;

/** An answer with a body of JSON. */
export const json = (body: unknown, status = 200) => ({
  status,
  headers: { 'content-type': 'application/json' },
  body,
});

/** A request of the chain, and how it was recorded. */
export interface Recorded extends StepSpec {
  readonly id: string;
  /** What the chain states other than the recording. */
  readonly chain?: object;
}

/** A chain with its recording. */
export interface RecordedChain {
  readonly text: string;
  readonly session: RepairSession;
  /** Chains that it runs as steps, by file. */
  readonly called?: Readonly<Record<string, object>>;
}

/** The chain that a recording was imported as, with what `chain` of a request says instead. */
export function recordedChain(...recorded: readonly Recorded[]): RecordedChain {
  const requests = recorded.map(({ id, line, sent, chain }) => {
    const [method, target] = line.split(' ');
    const body = sent === undefined ? {} : { body: { json: sent } };
    return { id, name: id, method, url: `http://api.test${target}`, ...body, ...chain };
  });
  return {
    text: JSON.stringify({ formatVersion: 1, name: 'Shop', requests }, null, 2),
    session: readRepairSession({
      steps: sessionOf(...recorded),
      ids: new Map(recorded.map(({ id }, entry) => [entry, id])),
      taken: [],
    }),
  };
}

/** The outcome of a repair, and what the server saw. */
export interface Repaired {
  readonly report: RepairReport;
  /** Lines of requests. */
  readonly sent: readonly string[];
  readonly events: readonly RepairEvent[];
}

/** Repairs a chain; `onRun` is called before each run. */
export async function repaired(
  { text, session, called = {} }: RecordedChain,
  server: Server,
  limits: Partial<RepairLimits> = {},
  cancelling: { readonly controller: AbortController; readonly when: (line: string) => boolean } = {
    controller: new AbortController(),
    when: () => false,
  },
): Promise<Repaired> {
  const sent: string[] = [];
  const run = ({ text: part, rest, isSentOnce, stopsAfter }: ChainPart) => {
    const stopping = new AbortController();
    return fakeRun({
      chain: JSON.parse(part) as object,
      called,
      isSentOnce,
      answer: ({ method, url }, body) => {
        const line = `${method} ${url.replace('http://api.test', '')}`;
        sent.push(line);
        if (cancelling.when(line)) {
          cancelling.controller.abort();
        }
        return server(line, body === '' ? {} : (JSON.parse(body) as Record<string, unknown>));
      },
      ...(rest === undefined
        ? {}
        : {
            select: { kind: 'rest', id: rest.from, again: rest.again },
            known: rest.known.extracted,
            memo: new Map(rest.known.memo),
          }),
      signal: AbortSignal.any([stopping.signal, cancelling.controller.signal]),
      onEvent: (event) => {
        if (event.type === 'request-finished' && stopsAfter(event.result)) {
          stopping.abort();
        }
      },
    });
  };
  const repair = repairChain(
    text,
    session,
    { maxTrials: 5, allowMutations: false, ...limits },
    {
      run,
      signal: cancelling.controller.signal,
    },
  );
  const events: RepairEvent[] = [];
  for (;;) {
    const step = await repair.next();
    if (step.done === true) {
      return { report: step.value, sent, events };
    }
    events.push(step.value);
  }
}

/** The URL that a repaired chain states for a request. */
export function urlOf({ text }: RepairReport, id: string): string | undefined {
  const { requests } = JSON.parse(text) as {
    requests: readonly { readonly id: string; readonly url: string }[];
  };
  return requests.find((request) => request.id === id)?.url.replace('http://api.test', '');
}
