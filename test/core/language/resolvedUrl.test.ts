import assert from 'node:assert/strict';
import type { KnownValues } from '../../../src/core/language/available';
import { resolvedUrl } from '../../../src/core/language/resolvedUrl';
import { knownValues, orderChain, present, sceneOf } from './insight';

const environment = {
  formatVersion: 1,
  name: 'local',
  variables: { baseUrl: 'http://a.test', password: 's3cret', runId: '{{$guid}}' },
};

function resolved(under: object, known: KnownValues = knownValues({ orderId: 'a/b' })): string | undefined {
  const { analysis } = sceneOf(orderChain(under), { environment });
  return resolvedUrl(analysis, present(analysis.source.requests[1]), known);
}

describe('resolvedUrl', () => {
  const urls: [title: string, under: object, url: string | undefined][] = [
    [
      'encodes values for their place',
      { url: '{{baseUrl}}/{{orderId}}?q={{orderId}}' },
      'http://a.test/a%2Fb?q=a%2Fb',
    ],
    [
      'adds the rows that are switched on',
      {
        url: '{{baseUrl}}/',
        query: [
          { name: 'a b', value: '{{orderId}}' },
          { name: 'c', value: '1', disabled: true },
        ],
      },
      'http://a.test/?a%20b=a%2Fb',
    ],
    ['keeps references without a value', { url: '{{baseUrl}}/{{later}}' }, 'http://a.test/{{later}}'],
    [
      'keeps references to secrets and to generated values',
      { url: '{{baseUrl}}/{{password}}/{{runId}}', query: [{ name: 't', value: '{{$guid}}' }] },
      'http://a.test/{{password}}/{{runId}}?t={{$guid}}',
    ],
    ['says nothing when there is nothing to resolve', { url: 'http://a.test/' }, undefined],
    ['says nothing when nothing is known', { url: '{{nothing}}/' }, undefined],
    ['says nothing without a URL', { url: 7 }, undefined],
  ];
  for (const [title, under, url] of urls) {
    it(title, () => assert.equal(resolved(under), url));
  }

  it('keeps references to values that are masked', () => {
    const known = new Map([['orderId', { shown: '"‹secret:abcd›"', raw: 'abc' }]]);
    assert.equal(resolved({ url: '{{baseUrl}}/{{orderId}}' }, known), 'http://a.test/{{orderId}}');
  });

  it('inserts a value that looks like a reference as text', () => {
    assert.equal(resolved({ url: '/{{orderId}}' }, knownValues({ orderId: '{{password}}' })), undefined);
  });
});
