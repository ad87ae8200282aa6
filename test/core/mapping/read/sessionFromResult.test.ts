import assert from 'node:assert/strict';
import type { ExecutionResult } from '../../../../src/core/result/result';
import { sessionOfResult } from '../../../../src/core/mapping/read/sessionFromResult';
import { suggestMappings } from '../../../../src/core/mapping/decide/suggestMappings';
import { exchange, orderLifecycle, requestResult } from '../../../formats/reporters/sampleReport';

describe('sessionOfResult', () => {
  /** An answer that ends, by its times, this long after the request that takes its value was sent. */
  function confidence(kind: ExecutionResult['kind'], lateMs: number): number {
    const requests = [
      requestResult({
        name: 'Me',
        startedAt: '2026-01-02T03:04:05.100Z',
        durationMs: 40 + lateMs,
        exchange: exchange('GET', '/api/me', 200, { received: '{"id":"u-482913"}' }),
      }),
      requestResult({
        name: 'User',
        startedAt: '2026-01-02T03:04:05.140Z',
        exchange: exchange('GET', '/api/users/u-482913', 200),
      }),
    ];
    const [proposal] = suggestMappings(sessionOfResult({ ...orderLifecycle, kind, requests }));
    return proposal?.consumers[0]?.confidence ?? 0;
  }

  it('knows that a run waits for an answer before it sends the next request', () => {
    assert.equal(confidence('run', 300), confidence('run', 0));
  });

  it('doubts a recorded answer that ended later, by more than its whole milliseconds hide', () => {
    assert.equal(confidence('recorded', 1), confidence('recorded', 0));
    assert.ok(confidence('recorded', 3) < confidence('recorded', 0));
  });

  it('leaves out what other chains sent', () => {
    const requests = [
      requestResult({ name: 'Log in', request: { chain: 'auth/login.chain.json', id: 'login' } }),
      requestResult({ name: 'Me', exchange: exchange('GET', '/api/me', 200) }),
    ];
    assert.deepEqual(
      sessionOfResult({ ...orderLifecycle, requests }).map(({ entry, url }) => [entry, url]),
      [[1, 'http://127.0.0.1:4010/api/me']],
    );
  });
});
