/** What a run of a matrix keeps of an exchange. */
import assert from 'node:assert/strict';
import type { StepKind } from '../../../src/core/authz/model/authzResult';
import type { SentRequest } from '../../../src/core/authz/act/sender/sender';
import { createRedactor } from '../../../src/core/masking/redact';
import type { RecordedBody, RecordedExchange } from '../../../src/core/result/result';
import { exchangeKeeper } from '../../../src/node/authz/maskResult';

const TOKEN = 'k7Qm2xVb9Lr4Ts8W';

const body = (content: string): RecordedBody => ({
  mediaType: 'application/json',
  encoding: 'utf8',
  content,
  size: content.length,
});

const exchange: RecordedExchange = {
  request: { method: 'GET', url: `http://127.0.0.1/?echo=${TOKEN}`, headers: [] },
  response: {
    status: 200,
    statusText: 'OK',
    httpVersion: '1.1',
    headers: [],
    wireSize: 0,
    notes: [],
    body: body(JSON.stringify({ access_token: TOKEN, note: 'of alice' })),
  },
  redirects: [],
  timings: { totalMs: 1 },
};

/** Keeps the exchange, and tells which contents of its answer were masked. */
function keep(keepBodies: boolean, step: StepKind) {
  const redactor = createRedactor({ pseudonym: () => '0000' });
  const masked: string[] = [];
  const data = <T>(value: T): T => {
    masked.push((value as unknown as RecordedExchange).response?.body.content ?? '');
    return redactor.data(value);
  };
  const sent = { exchange, substitutions: [], extractions: [] } as unknown as SentRequest;
  const kept = exchangeKeeper({ ...redactor, data }, new Set(), keepBodies)(sent, step);
  return { masked, kept };
}

describe('exchangeKeeper', () => {
  const dropped: readonly (readonly [keepBodies: boolean, step: StepKind])[] = [
    [false, 'attack'],
    [true, 'login'],
  ];
  for (const [keepBodies, step] of dropped) {
    it(`learns from an answer to ${step} that it does not keep, and does not mask it`, () => {
      const { masked, kept } = keep(keepBodies, step);
      assert.deepEqual(masked, ['']);
      assert.equal(kept.response?.body.content, '');
      assert.ok(!kept.request.url.includes(TOKEN));
    });
  }

  it('masks an answer that it keeps', () => {
    const { kept } = keep(true, 'attack');
    assert.match(kept.response?.body.content ?? '', /of alice/);
    assert.ok(!JSON.stringify(kept).includes(TOKEN));
  });
});
