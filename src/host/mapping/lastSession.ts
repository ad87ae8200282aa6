/**
 * The responses that a chain is mapped by: those of its last whole run, of this window or of an earlier one, else
 * those that were recorded elsewhere, else those of a partial run.
 */
import type * as vscode from 'vscode';
import type { RecordedStep } from '../../core/mapping/read/recordedSession';
import { sessionOfResult } from '../../core/mapping/read/sessionFromResult';
import type { ExecutionResult, RecordedBody, RequestResult } from '../../core/result/result';
import { restoreBody } from '../../node/results/bodyStore';
import { isRecording, mostTelling } from '../../node/results/mostTelling';
import { resultOf, type ChainRun, type ChainRuns } from '../chainRuns';
import type { ResultHistory } from '../results/resultHistory';

/** A session of a chain. */
export interface LastSession {
  readonly source: 'run' | 'recorded';
  /** ISO 8601. */
  readonly startedAt: string;
  readonly steps: readonly RecordedStep[];
  /** Id of the request by its entry. */
  readonly ids: ReadonlyMap<number, string>;
}

/** Where results are. */
export interface SessionSources {
  readonly runs: Pick<ChainRuns, 'latest' | 'wholeBody'>;
  readonly history: Pick<ResultHistory, 'list' | 'read' | 'bodies'>;
}

/** Bytes of long bodies that are read for it, the first ones first; the rest is mapped without. */
const MAX_BODIES = 128 * 2 ** 20;

/** The session of a chain; absent when it has no result. */
export async function lastSession(
  chain: vscode.Uri,
  { runs, history }: SessionSources,
): Promise<LastSession | undefined> {
  const latest = runs.latest(chain);
  if (latest !== undefined && latest.trigger !== 'part' && latest.view.outcome !== 'running') {
    return fromWindow(latest, runs);
  }
  const stored = mostTelling(await history.list(chain));
  if (stored === undefined) {
    return latest === undefined ? undefined : fromWindow(latest, runs);
  }
  return fromDisk(chain, stored.file, history);
}

/**
 * The session in which a chain went well: its last whole run that passed, of this window or of an earlier one, else what
 * was recorded elsewhere; absent when there is neither.
 */
export async function goodSession(
  chain: vscode.Uri,
  { runs, history }: SessionSources,
): Promise<LastSession | undefined> {
  const latest = runs.latest(chain);
  if (latest !== undefined && latest.trigger !== 'part' && latest.view.outcome === 'passed') {
    return fromWindow(latest, runs);
  }
  const stored = await history.list(chain);
  const good =
    stored.find(
      ({ head: { kind, trigger, outcome } }) => kind === 'run' && trigger !== 'part' && outcome === 'passed',
    ) ?? stored.find(isRecording);
  return good === undefined ? undefined : fromDisk(chain, good.file, history);
}

function fromWindow(run: ChainRun, runs: SessionSources['runs']): Promise<LastSession> {
  return sessionFrom(resultOf(run), (body) => runs.wholeBody(run.place.uri, body));
}

async function fromDisk(
  chain: vscode.Uri,
  file: string,
  history: SessionSources['history'],
): Promise<LastSession> {
  const result = await history.read(chain, file);
  const bodies = await history.bodies(file);
  return sessionFrom(result, (body) => restoreBody(body, bodies));
}

/** The last whole run of this window, when it has ended; absent when there is none. */
export function lastRun(
  chain: vscode.Uri,
  { runs }: Pick<SessionSources, 'runs'>,
): ExecutionResult | undefined {
  const latest = runs.latest(chain);
  return latest === undefined || latest.trigger === 'part' || latest.view.outcome === 'running'
    ? undefined
    : resultOf(latest);
}

type WholeBody = (body: RecordedBody) => Promise<RecordedBody>;

async function sessionFrom(result: ExecutionResult, wholeBody: WholeBody): Promise<LastSession> {
  const requests: RequestResult[] = [];
  let left = MAX_BODIES;
  const restored: WholeBody = async (body) => {
    if (body.stored === undefined || body.encoding !== 'utf8' || body.size > left) {
      return body;
    }
    left -= body.size;
    // A body that is gone shows nothing; the rest of the result is still mapped.
    return wholeBody(body).catch(() => body);
  };
  for (const request of result.requests) {
    requests.push(await withBodies(request, restored));
  }
  return {
    source: result.kind === 'recorded' ? 'recorded' : 'run',
    startedAt: result.startedAt,
    steps: sessionOfResult({ ...result, requests }),
    ids: new Map(requests.map(({ request }, entry) => [entry, request.id])),
  };
}

async function withBodies(result: RequestResult, restored: WholeBody): Promise<RequestResult> {
  const { exchange } = result;
  if (exchange === undefined) {
    return result;
  }
  const { request, response } = exchange;
  return {
    ...result,
    exchange: {
      ...exchange,
      request: request.body === undefined ? request : { ...request, body: await restored(request.body) },
      ...(response === undefined ? {} : { response: { ...response, body: await restored(response.body) } }),
    },
  };
}
