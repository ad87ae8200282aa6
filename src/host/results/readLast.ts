/** What the disk has of the last runs of a chain, and of what was recorded elsewhere; part of the language bundle. */
import type * as vscode from 'vscode';
import type { RequestResult } from '../../core/result/result';
import type { StoredResult } from '../../node/results/resultStore';
import type { ResultHistory } from './resultHistory';

/** Results of requests, oldest first: a later one of a request counts. */
export interface KeptResults {
  /** Of runs, as far as the last whole one is behind them. */
  readonly runs: readonly RequestResult[];
  /** Of imports: nothing in them was sent by us. */
  readonly recorded: readonly RequestResult[];
}

/** Results of parts of a chain that are put on top of its last whole one, and recordings, at most. */
const MAX_PARTS = 10;
/** Bytes of a result that is read without anybody having asked for it; it may have come with a clone. */
const MAX_UNASKED = 32 * 2 ** 20;

/** Reads what is kept of a chain. Rejects when it cannot be read. */
export async function readLast(
  history: Pick<ResultHistory, 'list' | 'read'>,
  chain: vscode.Uri,
): Promise<KeptResults> {
  const stored = await history.list(chain);
  const of = (kind: StoredResult['head']['kind']): readonly StoredResult[] =>
    stored.filter(({ head }) => head.kind === kind);
  const runs = of('run');
  const whole = runs.findIndex(({ head }) => head.trigger !== 'part');
  const recent = runs.slice(0, whole === -1 ? runs.length : whole + 1);
  const read = async (results: readonly StoredResult[]): Promise<readonly RequestResult[]> => {
    const requests: RequestResult[] = [];
    for (const { file, size } of results.slice(0, MAX_PARTS).toReversed()) {
      requests.push(...(size <= MAX_UNASKED ? (await history.read(chain, file)).requests : []));
    }
    return requests;
  };
  return { runs: await read(recent), recorded: await read(of('recorded')) };
}
