import assert from 'node:assert/strict';
import { briefEvent } from '../../../src/core/run/briefEvent';
import type { RequestResult, RunEvent } from '../../../src/core/result/result';
import { renderRequestLine } from '../../../src/formats/reporters/consoleReport';
import { answered, body, exchangeOf, resultWith } from '../masking/redactSamples';

const same = (text: string): string => text;
const plain = { green: same, red: same, yellow: same, dim: same, bold: same };

/** A request that failed with every kind of detail, with `changes`. */
function finished(changes: Partial<RequestResult>): Extract<RunEvent, { type: 'request-finished' }> {
  const [request] = resultWith('detail').requests;
  return { type: 'request-finished', index: 0, result: { ...(request ?? assert.fail()), ...changes } };
}

describe('briefEvent', () => {
  const failure = { code: 'timeout', message: 'Nothing came.', todo: 'Wait longer.' } as const;
  const { exchange: _exchange, ...unsent } = finished({ outcome: 'blocked', attempts: 0 }).result;
  const cases: [title: string, result: RequestResult][] = [
    ['passed', finished({ outcome: 'passed', reasons: [], exchange: answered(body('{}')) }).result],
    ['failed', finished({ exchange: answered(body('{}')) }).result],
    ['was not answered', finished({ exchange: { ...exchangeOf('http://127.0.0.1/'), failure } }).result],
    ['was not sent', unsent],
  ];
  for (const [title, result] of cases) {
    it(`leaves the line of a request that ${title} unchanged`, () => {
      const brief = briefEvent({ type: 'request-finished', index: 0, result });
      assert.ok(brief.type === 'request-finished');
      assert.equal(renderRequestLine(brief.result, plain), renderRequestLine(result, plain));
    });
  }

  it('leaves out what was sent and received', () => {
    const exchange = answered(body('a long body'), { 'X-Long': 'a long header' });
    const brief = JSON.stringify(briefEvent(finished({ exchange, reasons: [], extractions: [] })));
    assert.doesNotMatch(brief, /long|127\.0\.0\.1/);
  });

  it('leaves other events as they are', () => {
    const event: RunEvent = { type: 'request-started', index: 3, attempt: 1 };
    assert.equal(briefEvent(event), event);
  });
});
