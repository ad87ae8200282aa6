import assert from 'node:assert/strict';
import { policyGrid } from '../../src/core/authz/matrix/policyGrid';
import { parseDocument } from '../../src/core/json/jsonDocument';
import { CallFailure } from '../../src/protocol/channel';
import type { GrantChoice } from '../../src/protocol/policyContract';
import { textWithGrant, textWithPublic } from '../../src/protocol/policyText';
import { breakOf, brokenPolicy, policyView, type PolicyView } from '../../src/protocol/policyView';

const TEXT = `{
  "name": "Orders",
  "users": { "alice": { "role": "customer" } },
  "operations": {
    "order.read": { "request": "a.chain.json#read" },
    "order.delete": { "request": "a.chain.json#gone" }
  },
  "policy": {
    "customer": { "order.read": "own" } // theirs
  }
}
`;

function viewOf(text: string, before?: PolicyView): PolicyView {
  const requestOf = ({ chain, id }: { readonly chain: string; readonly id?: string }) =>
    chain === 'a.chain.json' && id === 'read'
      ? { method: 'GET', url: '{{baseUrl}}/orders/{{orderId}}?all=1' }
      : undefined;
  const document = parseDocument(text, 'm.authz.json');
  const broken = breakOf(document);
  return broken === undefined
    ? policyView(policyGrid(document), { file: 'm.authz.json', requestOf })
    : brokenPolicy(broken, 'm.authz.json', before);
}

function choose(choice: Partial<GrantChoice>, text = TEXT): string | undefined {
  return textWithGrant(text, {
    role: 'customer',
    operation: 'order.read',
    before: '"own"',
    scope: '"none"',
    ...choice,
  });
}

describe('the view of a policy', () => {
  it('has the method and the path of each request that exists', () => {
    const { rows, file, name, broken } = viewOf(TEXT);
    assert.deepEqual([file, name, broken], ['m.authz.json', 'Orders', undefined]);
    assert.deepEqual(rows, [
      {
        operation: 'order.read',
        request: 'a.chain.json#read',
        method: 'GET',
        path: '/orders/{{orderId}}',
        grants: [{ own: '"own"' }],
        public: { isNamed: false },
        isUnpoliced: false,
      },
      {
        operation: 'order.delete',
        request: 'a.chain.json#gone',
        grants: [{}],
        public: { isNamed: false },
        isUnpoliced: true,
      },
    ]);
  });

  it('offers own, any and none', () => {
    assert.deepEqual(viewOf(TEXT).scopes, ['"own"', '"any"', '"none"']);
    const users = { alice: { role: 'member', attributes: { tenant: 'acme', team: 'red' } } };
    assert.deepEqual(viewOf(JSON.stringify({ users, operations: {}, policy: {} })).scopes, [
      '"own"',
      '"tenant"',
      '"team"',
      '"any"',
      '"none"',
    ]);
  });

  it('keeps the last grid of a text that is not JSON any more, and says where it is wrong', () => {
    const before = viewOf(TEXT);
    const { broken, ...view } = viewOf(TEXT.replace('"own" }', '"own" '), before);
    assert.deepEqual(view, before);
    assert.deepEqual([broken?.line, broken?.column], [12, 1]);
    assert.deepEqual(viewOf('{ "name": ').rows, []);
  });

  it('shows a text in which a member occurs twice', () => {
    const text = TEXT.replace('"order.read": "own"', '"order.read": "any", "order.read": "own"');
    const { broken, rows } = viewOf(text);
    assert.deepEqual([broken, rows[0]?.grants], [undefined, [{ own: '"own"' }]]);
  });
});

describe('a choice in the grid of a policy', () => {
  it('changes the line that names the operation', () => {
    assert.equal(choose({}), TEXT.replace('"own" }', '"none" }'));
  });

  it('removes that line', () => {
    assert.equal(choose({ scope: null }), TEXT.replace('{ "order.read": "own" }', '{}'));
  });

  it('changes nothing where the text says something else than the page has seen', () => {
    assert.equal(choose({ before: '"any"' }), undefined);
    assert.equal(choose({ before: null }), undefined);
    assert.equal(choose({ operation: 'order.delete' }), undefined);
  });

  it('replaces a scope that the grid does not know', () => {
    const text = TEXT.replace('"own" }', '[ "tenant",\n"own" ] }');
    assert.equal(choose({ before: '["tenant", "own"]' }, text), TEXT.replace('"own" }', '"none" }'));
  });

  it('writes no scope that is not offered', () => {
    for (const scope of ['"all"', '{}', '', '"own", "x": "any"']) {
      assert.throws(() => choose({ scope }), CallFailure, scope);
    }
  });

  it('makes an operation public, and takes that back', () => {
    const listed = textWithPublic(TEXT, 'order.read', true);
    assert.ok(listed.includes('"public": ["order.read"]'));
    assert.equal(textWithPublic(listed, 'order.read', false), listed.replace('["order.read"]', '[]'));
  });
});
