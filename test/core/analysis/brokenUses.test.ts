import assert from 'node:assert/strict';
import { analyzeChain } from '../../../src/core/analysis/analyzeChain';
import { createChainReader } from '../../../src/core/analysis/readSource';
import { newlyBroken } from '../../../src/core/analysis/brokenUses';

const create = {
  id: 'create',
  method: 'POST',
  url: '/',
  extract: [{ variable: 'orderId', from: 'body', path: '$.id' }],
};
const read = { id: 'read', method: 'GET', url: '/{{orderId}}/{{orderId}}?x={{nowhere}}' };
const list = { id: 'list', method: 'GET', url: '/' };

const analysisOf = (requests: readonly object[]) =>
  analyzeChain(createChainReader()(JSON.stringify({ formatVersion: 1, name: 'x', requests }), 'f'), {
    required: [],
    requiresFaults: [],
  });

describe('newlyBroken', () => {
  const before = analysisOf([create, read, list]);

  it('names each use once that has no value any more', () => {
    assert.deepEqual(newlyBroken(before, analysisOf([read, create, list])), [
      { request: 'read', variable: 'orderId' },
    ]);
  });

  it('leaves out what was broken before', () => {
    assert.deepEqual(newlyBroken(before, analysisOf([list, create, read])), []);
  });

  it('names what a request that came from elsewhere lacks here', () => {
    assert.deepEqual(newlyBroken(analysisOf([list]), analysisOf([list, read])), [
      { request: 'read', variable: 'orderId' },
      { request: 'read', variable: 'nowhere' },
    ]);
  });

  it('calls nothing new when there is nothing to compare with', () => {
    assert.deepEqual(newlyBroken(undefined, analysisOf([read])), []);
  });
});
