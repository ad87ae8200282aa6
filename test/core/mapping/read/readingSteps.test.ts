import assert from 'node:assert/strict';
import { readingSteps } from '../../../../src/core/mapping/read/readingSteps';
import { sessionOf } from '../session';

describe('requests that only read', () => {
  it('are those whose method says so', () => {
    const isReading = readingSteps(sessionOf({ line: 'GET /orders' }, { line: 'POST /orders', sent: {} }));
    assert.deepEqual([isReading(0), isReading(1)], [true, false]);
  });

  it('are queries of GraphQL, and persisted ones that another request has as text', () => {
    const calls = [
      { operationName: 'Post' },
      { operationName: 'Post', query: 'query Post($id: ID!) { Post(id: $id) { id } }' },
      { operationName: 'savePost', query: 'mutation savePost { savePost { id } }' },
      { operationName: 'savePost' },
      { operationName: 'unknown' },
      { query: '# all\n{ posts { id } }' },
      { query: 'ferns' },
    ];
    const isReading = readingSteps(sessionOf(...calls.map((sent) => ({ line: 'POST /graphql', sent }))));
    assert.deepEqual(
      calls.map((_call, index) => isReading(index)),
      [true, true, false, false, false, true, false],
    );
  });
});
