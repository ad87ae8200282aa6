/** Drafts of issues for tests: a failed request with everything that a stranger could have put into it. */
import { causePath } from '../../../src/core/run/causePath';
import type { ExecutionResult } from '../../../src/core/result/result';
import { nodeHash } from '../../../src/node/run/nodePorts';
import type { IssueDraft } from '../../../src/sharing/issues/issueDraft';
import { piecesOf } from '../../../src/sharing/issues/issueText';
import { requestIssue, type RequestTrouble } from '../../../src/sharing/issues/requestIssue';
import { fakeRun, type FakeRun } from '../../core/fakeRun';

/** Who makes drafts. */
export const CONTEXT = { tool: { name: 'chainwright', version: '1.2.3' }, hash: nodeHash };

/** The result of a run of one chain. */
export async function resultOf(start: FakeRun): Promise<ExecutionResult> {
  return (await fakeRun(start)).result;
}

/** What is known of the request at a position. */
export function troubleAt(result: ExecutionResult, index: number): RequestTrouble {
  const request = result.requests[index];
  if (request === undefined) {
    throw new Error(`no request ${index}`);
  }
  return { run: result, request, causes: causePath(new Map(result.requests.entries()), index) };
}

/** Text of a stranger that means something to every tracker. */
export const HOSTILE =
  '@everyone #1 GH-2 !3 acme/shop#4 <!-- hidden --> <img src=x> [a](https://evil.example.com) {noformat} {code} ``` *x* \u202e\r\n# No heading';

/** A request that failed. */
export async function failedDraft(more: Partial<FakeRun> = {}): Promise<IssueDraft> {
  const result = await resultOf({
    chain: {
      name: 'Shop',
      requests: [
        {
          id: 'create',
          name: 'Create order',
          method: 'POST',
          url: 'https://api.example.com/orders',
          body: { json: { sku: 'A' } },
          expect: { status: 201 },
        },
      ],
    },
    authored: ['https://api.example.com', 'https://a.example.com'],
    answer: () => ({ status: 500, body: { error: HOSTILE } }),
    ...more,
  });
  return requestIssue(troubleAt(result, 0), CONTEXT);
}

/** A body without its code: everything that a tracker parses. */
export function proseOf(body: string): string {
  return piecesOf(body)
    .flatMap((piece) => (piece.kind === 'text' ? piece.lines : []))
    .join('\n')
    .replace(/(?<!`)(`+)(?!`).*?[^`]\1(?!`)/g, '');
}
