/** Saved examples of imported requests, in everything that is written of a result. */
import assert from 'node:assert/strict';
import { executionLog } from '../../src/core/run/executionLog';
import type { ExecutionResult } from '../../src/core/result/result';
import { comparableText } from '../../src/formats/comparableText';
import { renderHar } from '../../src/formats/reporters/harReport';
import { renderHtml } from '../../src/formats/reporters/htmlReport';
import { exchange, loggingIn, reportOf, requestResult, textOf } from './reporters/sampleReport';

const imported = requestResult({
  name: 'Read',
  outcome: 'skipped',
  exchange: exchange('GET', '/orders/7', 200, { received: '{"state":"open"}' }),
  exampleName: 'Open',
  examples: [
    { name: 'No such <order>', exchange: exchange('GET', '/orders/8', 404, { received: '{"is":"gone"}' }) },
  ],
});
const { exchange: _none, exampleName: _unnamed, ...failing } = imported;

const recorded = (request: ExecutionResult['requests'][number]): ExecutionResult => ({
  ...loggingIn,
  kind: 'recorded',
  requests: [request],
});

interface LoggedHar {
  readonly log: { readonly entries: readonly { response: { status: number }; comment: string }[] };
}

describe('saved examples', () => {
  it('are entries of a HAR, which say their names', () => {
    const { log } = JSON.parse(
      textOf(renderHar(reportOf(recorded(imported), recorded(failing)))),
    ) as LoggedHar;
    assert.deepEqual(
      log.entries.map(({ response, comment }) => [response.status, /saved example: .*/.exec(comment)?.[0]]),
      [
        [200, undefined],
        [404, 'saved example: 404 Not Found – No such <order>'],
        [404, 'saved example: 404 Not Found – No such <order>'],
      ],
    );
  });

  it('are folded below what the request was answered in the HTML report', () => {
    const html = textOf(renderHtml(reportOf(recorded(imported))));
    assert.match(html, /<summary>Example: 404 Not Found – No such &lt;order&gt;<\/summary>/);
    assert.match(html, /gone/);
  });

  const texts: [title: string, write: (result: ExecutionResult) => string][] = [
    ['a text to compare', comparableText],
    ['a log', executionLog],
  ];
  for (const [title, write] of texts) {
    it(`have their place in ${title}, where none succeeded too`, () => {
      for (const request of [imported, failing]) {
        assert.match(
          write(recorded(request)),
          /example +404 Not Found – No such <order>[^]*\/orders\/8[^]*gone/,
        );
      }
    });
  }
});
