import assert from 'node:assert/strict';
import { requestLine } from '../../../src/core/files/requestLine';

describe('requestLine', () => {
  const lines: [method: string, url: string, expected: string][] = [
    ['GET', '{{baseUrl}}/api/orders/{{orderId}}', 'GET /api/orders/{{orderId}}'],
    ['GET', 'https://api.example.com:8443/orders?page=1', 'GET /orders?page=1'],
    ['GET', '{{baseUrl}}', 'GET /'],
    ['GET', 'https://api.example.com', 'GET /'],
    ['GET', '{{baseUrl}}{{path}}', 'GET {{baseUrl}}{{path}}'],
    ['GET', '/relative', 'GET /relative'],
    ['POST', '', 'POST'],
    ['', '', ''],
    ['GET', '{{baseUrl}}/a\r\nHost: evil', 'GET /a Host: evil'],
    ['GET', `{{baseUrl}}/${'x'.repeat(500)}`, `GET /${'x'.repeat(119)}…`],
  ];
  for (const [method, url, expected] of lines) {
    it(`shows ${expected.slice(0, 40) || 'nothing'} for ${JSON.stringify(url.slice(0, 40))}`, () => {
      assert.equal(requestLine({ method, url }), expected);
    });
  }
});
