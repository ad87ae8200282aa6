import assert from 'node:assert/strict';
import { suggestByNames } from '../../../../src/core/mapping/decide/suggestByNames';

/** `orderId 0 $.id created 0.7`; a line with `*` sends a password. */
function guessed(
  lines: readonly string[],
  open: Readonly<Record<string, readonly number[]>>,
): readonly string[] {
  const requests = lines.map((line) => {
    const [method = '', url = '', mark] = line.split(' ');
    return { method, url, sendsPassword: mark === '*' };
  });
  const variables = Object.entries(open).map(([name, uses]) => ({ name, uses }));
  return suggestByNames(requests, variables).map(
    ({ variable, producer, rule, reason, confidence }) =>
      `${variable} ${producer} ${rule.select?.kind === 'path' ? rule.select.path : ''} ${reason} ${confidence}`,
  );
}

describe('suggestByNames', () => {
  const cases: [
    title: string,
    lines: readonly string[],
    open: Readonly<Record<string, readonly number[]>>,
    expected: readonly string[],
  ][] = [
    [
      'the id of what an earlier request creates',
      ['POST {{baseUrl}}/orders', 'GET {{baseUrl}}/orders/{{orderId}}'],
      { orderId: [1] },
      ['orderId 0 $.id created 0.7'],
    ],
    [
      'the creation that is nearest',
      ['POST /orders', 'POST /v1/orders', 'GET /v1/orders/{{order_id}}'],
      { order_id: [2] },
      ['order_id 1 $.id created 0.7'],
    ],
    [
      'an item of a list where nothing is created',
      ['GET /pets', 'GET /pets/{{petId}}'],
      { petId: [1] },
      ['petId 0 $[0].id listed 0.4'],
    ],
    [
      'a uuid by its own name',
      ['POST /users', 'GET /users/{{userUuid}}'],
      { userUuid: [1] },
      ['userUuid 0 $.uuid created 0.7'],
    ],
    [
      'the token of a request that sends a password',
      ['POST /people/enter *', 'GET /me'],
      { token: [] },
      ['token 0 $.token signed-in 0.6'],
    ],
    [
      'an access token of a path that says so',
      ['POST /oauth/token', 'GET /me'],
      { accessToken: [1] },
      ['accessToken 0 $.access_token signed-in 0.6'],
    ],
    ['nothing from a later request', ['GET /orders/{{orderId}}', 'POST /orders'], { orderId: [0] }, []],
    ['nothing of another thing', ['POST /carts', 'GET /orders/{{orderId}}'], { orderId: [1] }, []],
    ['nothing for a bare id', ['POST /carts', 'GET /orders/{{id}}'], { id: [1] }, []],
    ['nothing for what people choose', ['POST /orders', 'GET /orders?page={{page}}'], { page: [1] }, []],
    [
      'nothing for names that every object inherits',
      ['POST /orders'],
      { constructor: [0], __proto__: [0] },
      [],
    ],
    ['nothing in an empty chain', [], { orderId: [] }, []],
  ];
  for (const [title, lines, open, expected] of cases) {
    it(`suggests ${title}`, () => {
      assert.deepEqual(guessed(lines, open), expected);
    });
  }
});
