/** The past of a request, read from the results that were kept of its chain; part of the language bundle. */
import type * as vscode from 'vscode';
import { requestPast, type RequestPast } from '../../core/compare/requestPast';
import { isOfSameRequest, type RecordedBody, type RequestResult } from '../../core/result/result';
import { restoreBody } from '../../node/results/bodyStore';
import type { ResultHistory } from './resultHistory';

/** The newest results that are looked at. */
const MAX_RESULTS = 20;
/** Bytes of results that are read for it; the rest is left out. */
const MAX_BYTES = 48 * 2 ** 20;

/** A result that is shown. */
export interface ShownResult {
  readonly result: RequestResult;
  /** The whole of its body. */
  readonly wholeBody: (body: RecordedBody) => Promise<RecordedBody>;
}

/** The past of a request in the runs of a chain, which is its own or one that requires it. */
export async function readPast(
  history: Pick<ResultHistory, 'list' | 'read' | 'bodies'>,
  chain: vscode.Uri,
  { result: shown, wholeBody }: ShownResult,
): Promise<RequestPast> {
  /** Earlier results of the request, with the files that they are from. */
  const others = new Map<RequestResult, string>();
  let bytes = 0;
  // What was recorded elsewhere was not sent by us.
  const runs = (await history.list(chain)).filter(({ head }) => head.kind === 'run');
  for (const { file, size } of runs.slice(0, MAX_RESULTS)) {
    bytes += size;
    if (bytes > MAX_BYTES) {
      break;
    }
    // A result that was deleted meanwhile, or is none, tells nothing.
    const result = await history.read(chain, file).catch(() => undefined);
    const same = result?.requests.find((one) => isOfSameRequest(one, shown));
    if (same !== undefined) {
      others.set(same, file);
    }
  }
  return requestPast(shown, [...others.keys()], async (body, result) => {
    const file = others.get(result);
    return file === undefined ? wholeBody(body) : restoreBody(body, await history.bodies(file));
  });
}
