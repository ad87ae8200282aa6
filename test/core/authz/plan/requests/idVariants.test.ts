import assert from 'node:assert/strict';
import type { VariantName } from '../../../../../src/core/authz/model/cell';
import { attackRequest } from '../../../../../src/core/authz/plan/requests/attackRequest';
import { variantsFor } from '../../../../../src/core/authz/plan/requests/variants';
import { idPlaces } from '../../../../../src/core/authz/request/idLocations';
import { chainRequest, onWire } from '../../attacks';

const VALUES = { orderId: 'own', 'owner.orderId': 'other', userId: 1, 'owner.userId': 2 };
const nested = { url: 'http://h/users/{{userId}}/orders/{{orderId}}' };
const json = {
  method: 'POST',
  url: 'http://h/',
  body: { json: { id: '{{orderId}}', key: 'k-{{orderId}}' } },
};
const form = { method: 'POST', url: 'http://h/', body: { form: [{ name: 'id', value: '{{orderId}}' }] } };
const graphql = {
  method: 'POST',
  url: 'http://h/',
  body: { graphql: { query: 'query($id: ID!) { order(id: $id) { id } }', variables: { id: '{{orderId}}' } } },
};

describe('the pack id', () => {
  const sent: readonly (readonly [variant: VariantName, request: object, expected: string])[] = [
    ['id-wildcard', nested, 'http://h/users/2/orders/*'],
    ['id-null', nested, 'http://h/users/2/orders/null'],
    ['id-zero', nested, 'http://h/users/2/orders/0'],
    ['id-negative', nested, 'http://h/users/2/orders/-1'],
    // The caller's own parent: the check of one's own must pass.
    ['id-list', nested, 'http://h/users/1/orders/own%2Cother'],
    ['id-global', nested, 'http://h/users/2/orders/T3JkZXI6b3RoZXI%3D'],
    ['id-null', json, 'http://h/ {"id":null,"key":"k-null"}'],
    ['id-list', json, 'http://h/ {"id":["own","other"],"key":"k-[\\"own\\",\\"other\\"]"}'],
    ['id-list', form, 'http://h/ id=own%2Cother'],
    [
      'id-global',
      graphql,
      'http://h/ {"query":"query($id: ID!) { order(id: $id) { id } }","variables":{"id":"T3JkZXI6b3RoZXI="}}',
    ],
  ];
  for (const [variant, written, expected] of sent) {
    it(`${variant}: ${expected}`, async () => {
      const { request, chain } = chainRequest(written);
      const places = idPlaces(request, chain, ['userId', 'orderId']);
      const attack = attackRequest(request, chain, { places, variant, anonymous: false });
      const { url, body } = await onWire(attack.request, chain, VALUES);
      assert.equal([url, new TextDecoder().decode(body)].join(' ').trim(), expected);
    });
  }

  const counts: readonly (readonly [
    title: string,
    ids: readonly string[],
    effect: 'read' | 'update',
    count: number,
  ])[] = [
    ['a read', ['orderId'], 'read', 6],
    ['a change, of which nobody knows what it would hit', ['orderId'], 'update', 0],
    ['a read without identifiers', [], 'read', 0],
  ];
  for (const [title, ids, effect, count] of counts) {
    it(`has ${count} variants of ${title}`, () => {
      const { request, chain } = chainRequest(nested);
      const places = idPlaces(request, chain, ids);
      assert.equal(variantsFor({ request, chain, effect }, places, ['id']).length, count);
    });
  }

  it('makes no global identifier where the variable does not say what it is of', () => {
    const { request, chain } = chainRequest({ url: 'http://h/orders/{{id}}' });
    const variants = variantsFor({ request, chain, effect: 'read' }, idPlaces(request, chain, ['id']), [
      'id',
    ]);
    assert.equal(variants.includes('id-global'), false);
    assert.equal(variants.length, 5);
  });
});
