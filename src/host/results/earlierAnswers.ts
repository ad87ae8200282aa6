/** What a request was answered in results on disk; part of the language bundle. */
import type * as vscode from 'vscode';
import { selectableAnswer } from '../../core/extraction/selectedValue';
import type { EarlierAnswer } from '../../core/extraction/proposeExtraction';
import { bodyValue } from '../../core/language/bodyJson';
import { isOfSameRequest, type RequestResult } from '../../core/result/result';
import type { ResultHistory } from './resultHistory';

/** The newest results that are looked at. */
const MAX_RESULTS = 7;
const MAX_ANSWERS = 6;

/** The answers to a request but the one that is shown, newest first; those that are not kept whole are left out. */
export async function earlierAnswers(
  history: Pick<ResultHistory, 'list' | 'read'>,
  chain: vscode.Uri,
  shown: Pick<RequestResult, 'request' | 'row' | 'startedAt'>,
): Promise<readonly EarlierAnswer[]> {
  const stored = (await history.list(chain)).slice(0, MAX_RESULTS);
  const results = await Promise.allSettled(stored.map(({ file }) => history.read(chain, file)));
  return results
    .flatMap((read) => {
      // A result that was deleted meanwhile is not evidence.
      const requests = read.status === 'fulfilled' ? read.value.requests : [];
      const result = requests.find((one) => isOfSameRequest(one, shown));
      return result === undefined || result.startedAt === shown.startedAt ? [] : answerOf(result);
    })
    .slice(0, MAX_ANSWERS);
}

function answerOf({ startedAt, exchange }: RequestResult): readonly EarlierAnswer[] {
  const body = exchange?.response?.body;
  if (exchange === undefined || body === undefined || body.stored !== undefined) {
    return [];
  }
  const value = body.encoding === 'utf8' ? bodyValue(body) : undefined;
  return [{ startedAt, ...selectableAnswer(exchange, value) }];
}
