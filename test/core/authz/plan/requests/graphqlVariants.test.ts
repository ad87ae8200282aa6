import assert from 'node:assert/strict';
import type { VariantName } from '../../../../../src/core/authz/model/cell';
import { attackRequest } from '../../../../../src/core/authz/plan/requests/attackRequest';
import { variantsFor } from '../../../../../src/core/authz/plan/requests/variants';
import { idPlaces } from '../../../../../src/core/authz/request/idLocations';
import type { JsonValue } from '../../../../../src/core/json/json';
import { chainRequest, onWire } from '../../attacks';

interface Document {
  readonly query: string;
  readonly variables?: JsonValue;
}

function read(graphql: Document, effect: 'read' | 'update' = 'read') {
  const { request, chain } = chainRequest({ method: 'POST', url: 'http://h/graphql', body: { graphql } });
  const places = idPlaces(request, chain, ['orderId']);
  return {
    variants: variantsFor({ request, chain, effect }, places, ['graphql']),
    async body(variant: VariantName): Promise<unknown> {
      const attack = attackRequest(request, chain, { places, variant, anonymous: false });
      const { body } = await onWire(attack.request, chain, { orderId: 'own', 'owner.orderId': 'other' });
      return JSON.parse(new TextDecoder().decode(body));
    },
  };
}

const id = '{{orderId}}';

describe('the pack graphql', () => {
  it('asks for both objects by aliases, with a variable for each', async () => {
    const query =
      'query Q($id: ID!, $n: Int = 3) { first: order(id: $id, n: $n) { ...F } } fragment F on O { id }';
    assert.deepEqual(await read({ query, variables: { id, n: 1 } }).body('graphql-alias'), {
      query:
        'query Q($id: ID!, $idOwn: ID!, $n: Int = 3) {\n  own: order(id: $idOwn, n: $n) { ...F }\n  other: order(id: $id, n: $n) { ...F }\n} fragment F on O { id }',
      variables: { id: 'other', n: 1, idOwn: 'own' },
    });
  });

  it('asks by aliases for identifiers that are written in the document', async () => {
    assert.deepEqual(
      await read({ query: '{ order(id: "{{orderId}}") { id } # }\n }' }).body('graphql-alias'),
      {
        query: '{\n  own: order(id: "own") { id } # }\n  other: order(id: "other") { id } # }\n}',
        variables: {},
      },
    );
  });

  it('keeps the object that an identifier is a member of', async () => {
    const query = 'query($in: In!) { order(in: $in) { id } }';
    assert.deepEqual(await read({ query, variables: { in: { id, a: 1 } } }).body('graphql-alias'), {
      query:
        'query($in: In! $inOwn: In!) {\n  own: order(in: $inOwn) { id }\n  other: order(in: $in) { id }\n}',
      variables: { in: { id: 'other', a: 1 }, inOwn: { id: 'own', a: 1 } },
    });
  });

  it('sends both operations in a batch', async () => {
    const query = 'query($id: ID!) { order(id: $id) { id } }';
    assert.deepEqual(await read({ query, variables: { id } }).body('graphql-batch'), [
      { query, variables: { id: 'own' } },
      { query, variables: { id: 'other' } },
    ]);
  });

  const unfit: readonly (readonly [title: string, query: string])[] = [
    ['two fields', 'query($id: ID!) { a(id: $id) b(id: $id) }'],
    ['a fragment instead of a field', 'query($id: ID!) { ...F } fragment F on Query { a(id: $id) }'],
    ['two operations', 'query A($id: ID!) { a(id: $id) } query B { b }'],
    ['a fragment first', 'fragment F on O { id } query($id: ID!) { a(id: $id) }'],
    ['a directive', 'query($id: ID!) { a(id: $id) @skip(if: true) }'],
    ['a variable that is not defined', 'query { a(id: $id) }'],
    ['no braces', 'query'],
    ['braces that are not closed', 'query($id: ID!) { a(id: $id'],
  ];
  for (const [title, query] of unfit) {
    it(`leaves a document alone that has ${title}, but for batches`, () => {
      assert.deepEqual(read({ query, variables: { id } }).variants, ['graphql-batch']);
    });
  }

  it('changes nothing', () => {
    const query = 'mutation($id: ID!) { cancel(id: $id) { id } }';
    assert.deepEqual(read({ query, variables: { id } }, 'update').variants, []);
  });
});
