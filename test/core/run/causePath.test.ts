import assert from 'node:assert/strict';
import { causePath } from '../../../src/core/run/causePath';
import type { Reason, RequestResult } from '../../../src/core/result/result';

const CHAIN = 'a.chain.json';

/** A request that ended so; `lacks` is the request that should have given it a value. */
function ended(
  id: string,
  outcome: RequestResult['outcome'],
  why?: string | { readonly lacks: string },
): RequestResult {
  const reasons: readonly Reason[] =
    why === undefined
      ? []
      : typeof why === 'string'
        ? [{ kind: 'expectation', message: why }]
        : [
            {
              kind: 'unresolved',
              message: `It needs x from ${why.lacks}.`,
              variable: 'x',
              location: { in: 'path' },
              producer: { chain: CHAIN, id: why.lacks },
            },
          ];
  return {
    request: { chain: CHAIN, id },
    name: id.toUpperCase(),
    method: 'GET',
    outcome,
    reasons,
    attempts: 1,
    substitutions: [],
    extractions: [],
    expectations: [],
    startedAt: '2026-11-21T10:00:00.000Z',
    durationMs: 1,
  };
}

/** The steps from the last request, as `NAME outcome`. */
function steps(...results: readonly RequestResult[]): readonly string[] {
  return causePath(new Map(results.entries()), results.length - 1).map(
    ({ index, name, outcome, message }) => `${index} ${name} ${outcome}: ${message}`,
  );
}

describe('the way to the root cause', () => {
  it('goes over every request that lacked a value to the one that failed', () => {
    assert.deepEqual(
      steps(
        ended('login', 'failed', 'The status is 500.'),
        ended('other', 'passed'),
        ended('create', 'blocked', { lacks: 'login' }),
        ended('read', 'blocked', { lacks: 'create' }),
      ),
      [
        '3 READ blocked: It needs x from create.',
        '2 CREATE blocked: It needs x from login.',
        '0 LOGIN failed: The status is 500.',
      ],
    );
  });

  it('ends at a request that passed without giving the value', () => {
    assert.deepEqual(steps(ended('login', 'passed'), ended('read', 'blocked', { lacks: 'login' })), [
      '1 READ blocked: It needs x from login.',
      '0 LOGIN passed: ',
    ]);
  });

  it('ends where the run has no such request', () => {
    assert.equal(steps(ended('read', 'blocked', { lacks: 'gone' })).length, 1);
  });

  it('ends in a circle, which a result from disk may hold', () => {
    assert.equal(
      steps(ended('a', 'blocked', { lacks: 'b' }), ended('b', 'blocked', { lacks: 'a' })).length,
      2,
    );
  });

  it('has no step where there is no such result', () => {
    assert.deepEqual(causePath(new Map(), 0), []);
  });
});
