import assert from 'node:assert/strict';
import {
  makeNotPublic,
  makePublic,
  removeGrant,
  setGrant,
  writtenGrant,
} from '../../../../src/core/authz/matrix/policyEdit';
import { applyEdits } from '../../../../src/core/edit/textEdit';

const TEXT = `{
  "policy": {
    // What a customer may do.
    "customer": {
      "order.*": "own", // theirs
      "order.read": "any", /* all */
      "users.*": "none"
    },
    "manager": { "order.*": "any" },
    // Nobody signs in for these.
    "public": ["catalog.*", "health" /* probes */]
  }
}
`;

const CUSTOMER = (operation: string) => ({ role: 'customer', operation });

describe('a grant of a policy', () => {
  const set: [title: string, place: Parameters<typeof setGrant>[1], from: string, to: string][] = [
    [
      'is written after the pattern that it is an exception to, and after its comment',
      CUSTOMER('order.delete'),
      '// theirs\n',
      '// theirs\n      "order.delete": "none",\n',
    ],
    [
      'is written at the end where no pattern fits',
      CUSTOMER('stats.read'),
      '"users.*": "none"\n',
      '"users.*": "none",\n      "stats.read": "none"\n',
    ],
    ['replaces the line that names the operation', CUSTOMER('order.read'), '"any", /*', '"none", /*'],
    [
      'goes into the line of a role that has one line',
      { role: 'manager', operation: 'order.read' },
      '{ "order.*": "any" }',
      '{ "order.*": "any", "order.read": "none" }',
    ],
    [
      'gives a role a policy that had none, before `public`',
      { role: 'agent', operation: 'order.read' },
      '{ "order.*": "any" },\n',
      '{ "order.*": "any" },\n    "agent": {\n      "order.read": "none"\n    },\n',
    ],
    [
      'takes names that every object inherits as names',
      { role: 'agent', operation: '__proto__' },
      '{ "order.*": "any" },\n',
      '{ "order.*": "any" },\n    "agent": {\n      "__proto__": "none"\n    },\n',
    ],
  ];
  for (const [title, place, from, to] of set) {
    it(title, () => {
      assert.ok(TEXT.includes(from));
      assert.equal(applyEdits(TEXT, setGrant(TEXT, place, 'none')), TEXT.replace(from, to));
      assert.equal(writtenGrant(TEXT.replace(from, to), place), '"none"');
    });
  }

  it('changes nothing that is there already', () => {
    assert.deepEqual(setGrant(TEXT, CUSTOMER('order.read'), 'any'), []);
  });

  it('makes the policy of a file that has none', () => {
    const place = CUSTOMER('order.read');
    assert.equal(
      applyEdits('{ "name": "x" }', setGrant('{ "name": "x" }', place, 'own')),
      '{ "name": "x", "policy": { "customer": { "order.read": "own" } } }',
    );
  });

  it('is removed with its line, and nothing else', () => {
    const after = applyEdits(TEXT, removeGrant(TEXT, CUSTOMER('order.read')));
    assert.equal(writtenGrant(after, CUSTOMER('order.read')), undefined);
    assert.ok(after.includes('"order.*": "own", // theirs\n') && after.includes('"users.*": "none"\n'));
    assert.deepEqual(removeGrant(TEXT, CUSTOMER('order.delete')), []);
  });

  it('says why a file cannot be changed', () => {
    for (const text of ['{ "policy": ', '{ "policy": [] }', '{ "policy": { "customer": [] } }']) {
      assert.throws(() => setGrant(text, CUSTOMER('order.read'), 'own'), { name: 'UserError' }, text);
    }
  });
});

describe('an operation that needs no credentials', () => {
  it('is listed at the end of `public`, once', () => {
    assert.equal(
      applyEdits(TEXT, makePublic(TEXT, 'order.read')),
      TEXT.replace('"health" /* probes */]', '"health", "order.read" /* probes */]'),
    );
    assert.deepEqual(makePublic(TEXT, 'health'), []);
  });

  it('is taken out of `public`; patterns stay', () => {
    assert.equal(
      applyEdits(TEXT, makeNotPublic(TEXT, 'health')),
      TEXT.replace('"catalog.*", "health" ', '"catalog.*" '),
    );
    assert.deepEqual(makeNotPublic(TEXT, 'catalog.read'), []);
  });

  it('makes the list', () => {
    assert.equal(
      applyEdits('{ "policy": {} }', makePublic('{ "policy": {} }', 'health')),
      '{ "policy": { "public": ["health"] } }',
    );
  });
});
