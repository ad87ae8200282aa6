/** The past of a request, read from the results that were kept of its chain; part of the language bundle. */
import type * as vscode from 'vscode';
import { requestPast } from '../../core/compare/requestPast';
import type { RequestPast } from '../../core/compare/requestPast';
import type { RequestResult } from '../../core/result';
import type { ResultHistory } from './resultHistory';

/** The newest results that are looked at. */
const MAX_RESULTS = 20;
/** Bytes of results that are read for it; the rest is left out. */
const MAX_BYTES = 48 * 2 ** 20;

/** The past of a request in the runs of a chain, which is its own or one that requires it. */
export async function readPast(
  history: Pick<ResultHistory, 'list' | 'read'>,
  chain: vscode.Uri,
  shown: RequestResult,
): Promise<RequestPast> {
  const others: RequestResult[] = [];
  let bytes = 0;
  for (const { file, size } of (await history.list(chain)).slice(0, MAX_RESULTS)) {
    bytes += size;
    if (bytes > MAX_BYTES) {
      break;
    }
    // A result that was deleted meanwhile, or is none, tells nothing.
    const result = await history.read(chain, file).catch(() => undefined);
    const { chain: own, id } = shown.request;
    const same = result?.requests.find(({ request }) => request.id === id && request.chain === own);
    others.push(...(same === undefined ? [] : [same]));
  }
  return requestPast(shown, others);
}
