/** What is known of a request that did not pass besides its result: its lines in the chain, and since when it fails. */
import path from 'node:path';
import { writtenRequest, type WrittenRequest } from '../../core/analysis/writtenRequest';
import { failingSince, type FailingSince } from '../../core/compare/failingSince';
import { defined } from '../../core/defined';
import { UserError } from '../../core/errors';
import type { ExecutionResult, RequestResult } from '../../core/result/result';
import { createResultStore } from './resultStore';
import { readWorkspaceText, type ReadText } from '../files/workspaceText';

/** Absent members are unknown. */
export interface TroubleAround {
  readonly written?: WrittenRequest;
  readonly since?: FailingSince;
}

/** The newest results that are looked at. */
const MAX_RESULTS = 20;

/** Bytes of results that are read for it; the rest is left out. */
const MAX_BYTES = 48 * 2 ** 20;

/** Looks around a request of a run, in the files below a workspace folder (absolute path). */
export async function troubleAround(
  workspace: string,
  run: Pick<ExecutionResult, 'chain'>,
  request: RequestResult,
  readText: ReadText = readWorkspaceText,
): Promise<TroubleAround> {
  const { chain, id } = request.request;
  const text = await unlessGone(() => readText(path.resolve(workspace, chain), workspace));
  const written = text === undefined ? undefined : writtenRequest(text, chain, id);
  const past = (await unlessGone(() => pastOf(workspace, run.chain.file, request))) ?? [];
  return {
    ...defined({ written }),
    ...(past.length === 0 ? {} : { since: failingSince(request, past) }),
  };
}

/** The same request in the results that were kept of a chain. */
async function pastOf(
  workspace: string,
  chainFile: string,
  { request }: RequestResult,
): Promise<readonly RequestResult[]> {
  const store = createResultStore(workspace, Number.MAX_SAFE_INTEGER);
  const found: RequestResult[] = [];
  let bytes = 0;
  for (const { file, size } of (await store.list(chainFile)).slice(0, MAX_RESULTS)) {
    bytes += size;
    if (bytes > MAX_BYTES) {
      break;
    }
    const result = await unlessGone(() => store.read(file));
    const same = result?.requests.find(
      ({ request: own }) => own.id === request.id && own.chain === request.chain,
    );
    if (same !== undefined) {
      found.push(same);
    }
  }
  return found;
}

/** Files may be gone, changed or a stranger's by now: then they tell nothing. */
async function unlessGone<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof UserError) {
      return undefined;
    }
    throw error;
  }
}
