import assert from 'node:assert/strict';
import { coverageOf, coverageOfChains, operationsOfChains } from '../../../../src/core/authz/report/coverage';
import type { CellResult } from '../../../../src/core/authz/model/authzResult';
import type { LoadedMatrix } from '../../../../src/core/authz/model/matrix';
import { loadChain } from '../../fakeRun';
import { sampleCell } from '../../../formats/reporters/authz/sampleAuthz';

const operation = (text: string): { method: string; path: string } => {
  const [method = '', path = ''] = text.split(' ');
  return { method, path };
};
const cell = (
  text: string,
  outcome: CellResult['class'] = 'PASS_403',
): Pick<CellResult, 'cell' | 'class'> => ({ class: outcome, cell: { ...sampleCell(), ...operation(text) } });

/** What of these operations is not tested by these requests. */
function untested(
  operations: readonly string[],
  cells: readonly ReturnType<typeof cell>[],
): readonly string[] {
  return coverageOf({ name: 'api.yaml', servers: [], operations: operations.map(operation) }, { cells })
    .untested;
}

/** A matrix with operations of one chain, one request of which signs in. */
function loadedMatrix(): LoadedMatrix {
  const file = 'shop.chain.json';
  const request = (id: string, more: object = {}) => ({ id, method: 'GET', url: `http://h/${id}`, ...more });
  const { chain } = loadChain({
    requests: [
      request('login'),
      request('orders'),
      request('off', { disabled: true }),
      { id: 'pay', chain: 'pay.chain.json' },
    ],
  });
  const matrix = {
    users: [{ login: { chain: file, id: 'login' } }],
    operations: [{ request: { chain: file, id: 'orders' } }],
  };
  return { matrix, chains: new Map([[file, { chain }]]) } as unknown as LoadedMatrix;
}

describe('the operations of chains', () => {
  it('are the requests that are sent, without those that sign in and steps that run other chains', () => {
    assert.deepEqual(operationsOfChains(loadedMatrix()), [operation('GET /orders')]);
  });
});

describe('the coverage of the chains of a matrix', () => {
  const api = (name: string, ...operations: string[]) => ({
    name,
    servers: [],
    operations: operations.map(operation),
  });

  it('is that of the descriptions that they name', () => {
    const named = [api('a.yaml', 'GET /orders', 'HEAD /orders'), api('b.yaml', 'GET /refunds')];
    assert.deepEqual(coverageOfChains(loadedMatrix(), named, { cells: [cell('GET /orders')] }), {
      of: 'a.yaml, b.yaml',
      total: 3,
      untested: ['HEAD /orders', 'GET /refunds'],
    });
  });

  it('has their requests that are in none of these descriptions', () => {
    assert.deepEqual(coverageOfChains(loadedMatrix(), [api('a.yaml', 'GET /refunds')], { cells: [] }), {
      of: 'a.yaml, other requests of the chains',
      total: 2,
      untested: ['GET /refunds', 'GET /orders'],
    });
  });

  it('is that of their requests without a description', () => {
    assert.deepEqual(coverageOfChains(loadedMatrix(), [], { cells: [] }), {
      of: 'the chains',
      total: 1,
      untested: ['GET /orders'],
    });
  });
});

describe('the coverage of an API', () => {
  const compared: [title: string, described: string[], sent: string[], left: string[]][] = [
    ['is nothing without cells', ['GET /a'], [], ['GET /a']],
    ['compares methods', ['GET /a', 'DELETE /a'], ['get /a'], ['DELETE /a']],
    ['compares paths whatever parameters are called', ['GET /a/{{id}}'], ['GET /a/{{aId}}'], []],
    ['takes a constant for a parameter', ['GET /a/{{id}}'], ['GET /a/7'], []],
    ['takes a word for itself first', ['GET /a/{{id}}', 'GET /a/me'], ['GET /a/me'], ['GET /a/{id}']],
    ['allows for a path in the base URL', ['GET /a/{{id}}'], ['GET /api/v1/a/{{id}}'], []],
    ['takes the longest path', ['GET /a', 'GET /b/a'], ['GET /b/a'], ['GET /a']],
    ['takes no longer path for a shorter one', ['GET /b/a'], ['GET /a'], ['GET /b/a']],
    ['ignores a slash at the end', ['GET /a/'], ['GET /a'], []],
    ['names an operation once', ['GET /a', 'GET /a'], [], ['GET /a']],
  ];
  for (const [title, described, sent, left] of compared) {
    it(title, () => {
      assert.deepEqual(
        untested(
          described,
          sent.map((text) => cell(text)),
        ),
        left,
      );
    });
  }

  it('counts no cell that was left out', () => {
    assert.deepEqual(untested(['GET /a'], [cell('GET /a', 'SKIPPED')]), ['GET /a']);
  });

  it('says what it is of, and how many operations there are', () => {
    assert.deepEqual(
      coverageOf(
        { name: 'api.yaml', servers: [], operations: [operation('GET /a')] },
        { cells: [cell('GET /a')] },
      ),
      {
        of: 'api.yaml',
        total: 1,
        untested: [],
      },
    );
  });
});
