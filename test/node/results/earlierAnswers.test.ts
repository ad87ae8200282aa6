import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import type { RequestReference, RequestResult } from '../../../src/core/result/result';
import { earlierAnswers } from '../../../src/host/results/earlierAnswers';
import { answered, body, resultWith } from '../../core/masking/redactSamples';

const SHOP = { chain: 'shop.chain.json', id: 'login' };
const ACCOUNTS = { chain: 'accounts.chain.json', id: 'login' };
// Only handed on to the history.
const CHAIN = { path: '/shop.chain.json' } as vscode.Uri;

/** A result of a request that was answered with this JSON. */
function answeredAt(startedAt: string, request: RequestReference, content: string): RequestResult {
  const [sample] = resultWith('plain').requests;
  return { ...(sample ?? assert.fail()), request, startedAt, exchange: answered(body(content)) };
}

/** JSON of the answers that are found besides the one of noon, in results with these requests. */
async function found(shown: RequestReference, ...runs: readonly (readonly RequestResult[])[]) {
  const result = resultWith('plain');
  const history = {
    list: () =>
      Promise.resolve(
        runs.map((_, index) => ({
          file: String(index),
          size: 1,
          head: { kind: 'run' } as never,
        })),
      ),
    read: (_: vscode.Uri, file: string) =>
      Promise.resolve({ ...result, requests: runs[Number(file)] ?? [] } as never),
  };
  const answers = await earlierAnswers(history, CHAIN, answeredAt('12:00', shown, '{}'));
  return answers.map((answer) => answer.body);
}

describe('earlierAnswers', () => {
  it('gives what the request was answered, but not the answer that is shown', async () => {
    const runs = [[answeredAt('12:00', SHOP, '{"n":"now"}')], [answeredAt('11:00', SHOP, '{"n":"then"}')]];
    assert.deepEqual(await found(SHOP, ...runs), [{ n: 'then' }]);
  });

  it('tells requests of several chains apart that have the same id', async () => {
    const run = [answeredAt('11:00', ACCOUNTS, '{"n":"a"}'), answeredAt('11:01', SHOP, '{"n":"s"}')];
    assert.deepEqual(await found(SHOP, run), [{ n: 's' }]);
    assert.deepEqual(await found(ACCOUNTS, run), [{ n: 'a' }]);
  });
});
