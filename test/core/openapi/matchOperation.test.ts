import assert from 'node:assert/strict';
import { createOperationMatcher } from '../../../src/core/openapi/matchOperation';

const operations = [
  ['GET', '/orders/{id}'],
  ['GET', '/orders/mine'],
  ['GET', '/orders'],
  ['DELETE', '/orders/{id}'],
  ['GET', '/users/{user}/orders/{id}'],
  ['POST', '/users/{user}/keys'],
  ['GET', '/keys'],
  ['GET', '/{tenant}/{page}'],
  ['GET', '/{a}/x/{b}'],
  ['GET', '/reports/{id}.csv'],
  ['GET', '/reports/{from}..{to}/{page}'],
  ['GET', '/my files'],
  ['GET', '/#Target=List'],
  ['GET', '/slash/'],
  ['GET', '/slash'],
  ['GET', '/'],
].map(([method = '', path = '']) => ({ method, path }));

describe('the operation of a request', () => {
  const rows: readonly [method: string, url: string, path: string | undefined][] = [
    ['GET', '/orders/{{orderId}}', '/orders/{id}'],
    ['get', '/v2/orders/7', '/orders/{id}'],
    ['DELETE', '/orders/{{orderId}}/', '/orders/{id}'],
    ['GET', '/orders/mine', '/orders/mine'],
    ['GET', '/orders', '/orders'],
    ['GET', '/users/{{userId}}/orders/{{orderId}}', '/users/{user}/orders/{id}'],
    ['GET', '/acme/start', '/{tenant}/{page}'],
    ['GET', '/api/acme/start', undefined],
    ['GET', '/orders/x/1', '/{a}/x/{b}'],
    ['GET', '/reports/{{reportId}}.csv', '/reports/{id}.csv'],
    ['GET', '/reports/.csv', '/{tenant}/{page}'],
    ['PUT', '/orders/{{orderId}}', undefined],
    ['GET', '/', '/'],
    ['GET', 'https://shop.example.com', '/'],
    ['GET', 'https://shop.example.com/api/v1/orders?page=2#top', '/orders'],
    ['GET', '{{baseUrl}}/orders?next=/orders/mine', '/orders'],
    ['GET', '{{baseUrl}}/shop/v1/orders', '/orders'],
    ['GET', '{{next}}', undefined],
    ['GET', '{{next}}?page=2', undefined],
    ['GET', "/orders/{{$hash 'a/b' orderId}}", '/orders/{id}'],
    ['GET', '/%6Frders', '/orders'],
    ['GET', '/my%20files', '/my files'],
    ['GET', '/orders/a%2Fb', '/orders/{id}'],
    ['GET', '/orders/100%', '/orders/{id}'],
    ['GET', '/%23Target=List', '/#Target=List'],
    ['GET', '/slash', '/slash'],
    ['GET', '/slash/', '/slash/'],
    // Another path of the description comes before /keys, and no server.
    ['GET', '/users/7/keys', undefined],
    ['GET', '/shop/gateway/keys', '/keys'],
  ];
  const match = createOperationMatcher(operations);
  for (const [method, url, path] of rows) {
    it(`is ${path ?? 'none'} for ${method} ${url}`, () => {
      assert.equal(match({ method, url })?.operation.path, path);
    });
  }

  it('has the values of its parameters, without percent-encoding', () => {
    const values: readonly [url: string, parameters: Readonly<Record<string, string>>][] = [
      ['{{baseUrl}}/users/{{userId}}/orders/7', { user: '{{userId}}', id: '7' }],
      ['/reports/2026..{{end}}/a%2Fb', { from: '2026', to: '{{end}}', page: 'a/b' }],
      ['/orders', {}],
    ];
    for (const [url, parameters] of values) {
      assert.deepEqual(Object.fromEntries(match({ method: 'GET', url })?.parameters ?? []), parameters);
    }
  });

  it('is looked for below the paths of the servers first', () => {
    const atServer = createOperationMatcher(operations, ['https://h/api', '/v%31/', 'https://h']);
    const found = (url: string) => atServer({ method: 'GET', url })?.operation.path;
    assert.equal(found('https://h/api/acme/start'), '/{tenant}/{page}');
    assert.equal(found('https://other/v1/orders'), '/orders');
    assert.equal(found('https://h/api'), '/');
    assert.equal(found('https://h/api/orders'), '/orders');
    assert.equal(match({ method: 'GET', url: 'https://h/api' }), undefined);
  });

  it('is one of a description in a chain, whose parameters are references', () => {
    const path = '/orders/{{orderId}}';
    const matched = createOperationMatcher([{ method: 'get', path }])({ method: 'GET', url: '/orders/7' });
    assert.deepEqual([...(matched?.parameters ?? [])], [['orderId', '7']]);
  });

  it('takes no time for many parameters in one segment', () => {
    const path = `/${'{a}-'.repeat(2000)}`;
    const url = `/${'-'.repeat(20_000)}x`;
    assert.equal(createOperationMatcher([{ method: 'GET', path }])({ method: 'GET', url }), undefined);
  });
});
