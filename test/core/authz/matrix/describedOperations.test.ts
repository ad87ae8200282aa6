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
  const rows: readonly [method: string, sent: string, path: string | undefined][] = [
    ['GET', '/orders/{{orderId}}', '/orders/{id}'],
    ['get', '/v2/orders/7', '/orders/{id}'],
    ['DELETE', '/orders/{{orderId}}/', '/orders/{id}'],
    ['GET', '/orders/mine', '/orders/mine'],
    ['GET', '/orders', '/orders'],
    ['GET', '/users/{{userId}}/orders/{{orderId}}', '/users/{user}/orders/{id}'],
    ['GET', '/acme/start', '/{tenant}/{page}'],
    ['GET', '/api/acme/start', undefined],
    ['GET', '/reports/{{reportId}}.csv', '/reports/{id}.csv'],
    ['GET', '/reports/.csv', '/{tenant}/{page}'],
    ['PUT', '/orders/{{orderId}}', undefined],
    ['GET', '/', '/'],
  ];
  for (const [method, sent, path] of rows) {
    it(`takes ${method} ${sent} for ${path ?? 'none'}`, () => {
      assert.equal(describedOperation({ method, path: sent }, operations)?.path, path);
    });
  }
});
