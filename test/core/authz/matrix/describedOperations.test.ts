import assert from 'node:assert/strict';
import { describedOperation } from '../../../../src/core/authz/matrix/describedOperations';

const operations = [
  ['GET', '/orders/{id}'],
  ['GET', '/orders/mine'],
  ['GET', '/orders'],
  ['DELETE', '/orders/{id}'],
  ['GET', '/users/{user}/orders/{id}'],
  ['GET', '/{tenant}/{page}'],
  ['GET', '/reports/{id}.csv'],
  ['GET', '/'],
].map(([method = '', path = '']) => ({ method, path }));

describe('describedOperation', () => {
  const rows: readonly [method: string, url: string, path: string | undefined][] = [
    ['GET', '{{baseUrl}}/orders/{{orderId}}', '/orders/{id}'],
    ['get', 'https://api.test/v2/orders/7?full=1', '/orders/{id}'],
    ['DELETE', '{{baseUrl}}/orders/{{orderId}}/', '/orders/{id}'],
    ['GET', '{{baseUrl}}/orders/mine', '/orders/mine'],
    ['GET', '{{baseUrl}}/orders', '/orders'],
    ['GET', '{{baseUrl}}/users/{{userId}}/orders/{{orderId}}', '/users/{user}/orders/{id}'],
    ['GET', '{{baseUrl}}/acme/start', '/{tenant}/{page}'],
    ['GET', '{{baseUrl}}/api/acme/start', undefined],
    ['GET', '{{baseUrl}}/reports/{{reportId}}.csv', '/reports/{id}.csv'],
    ['GET', '{{baseUrl}}/reports/.csv', '/{tenant}/{page}'],
    ['PUT', '{{baseUrl}}/orders/{{orderId}}', undefined],
    ['GET', '{{baseUrl}}', '/'],
  ];
  for (const [method, url, path] of rows) {
    it(`takes ${method} ${url} for ${path ?? 'none'}`, () => {
      assert.equal(describedOperation({ method, url }, operations)?.path, path);
    });
  }
});
