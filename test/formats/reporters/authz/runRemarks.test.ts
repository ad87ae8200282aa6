import assert from 'node:assert/strict';
import type { Leftover } from '../../../../src/core/authz/model/authzResult';
import { authzReporters } from '../../../../src/formats/reporters/authz/authzReporters';
import { renderAuthzGrid } from '../../../../src/formats/reporters/authz/consoleReport';
import { leftoverSentence, runRemarks } from '../../../../src/formats/reporters/authz/runRemarks';
import { emptyAuthz, passedAuthz, sampleContext } from './sampleAuthz';

describe('what no cell tested', () => {
  const untested = ['DELETE /orders/{orderId}', 'GET /<script>'];
  const coverage = { of: 'openapi.yaml', total: 9, untested };

  it('is named with the number of operations', () => {
    assert.deepEqual(runRemarks(emptyAuthz, undefined, coverage), [
      {
        title: 'Not covered',
        sentences: [
          'No cell tested 2 of 9 operations of openapi.yaml. Add operations to the matrix for:',
          ...untested,
        ],
      },
    ]);
  });

  it('is not mentioned where everything was tested, or nothing lists the operations', () => {
    assert.deepEqual(runRemarks(emptyAuthz, undefined, { ...coverage, untested: [] }), []);
    assert.deepEqual(runRemarks(emptyAuthz, undefined, undefined), []);
  });

  it('is in the report for the terminal', () => {
    const same = (text: string): string => text;
    const paint = { green: same, red: same, yellow: same, dim: same, bold: same };
    const text = renderAuthzGrid(passedAuthz, sampleContext({ coverage }), paint);
    assert.match(text, /^Not covered\n {2}No cell tested 2 of 9 operations/m);
  });

  for (const name of ['html', 'markdown', 'json']) {
    it(`is in the report ${name}`, () => {
      const text = authzReporters
        .find((reporter) => reporter.name === name)
        ?.render(passedAuthz, sampleContext({ coverage }));
      assert.match(text ?? '', /DELETE \/orders\/\\?\{orderId/);
      assert.equal(name === 'html' && text?.includes('GET /<script>'), false);
    });
  }
});

describe('what is said of an object that is left behind', () => {
  const cart = { resource: 'cart', owner: 'bob', ids: {}, reason: 'Why.' };
  const sentences: readonly (readonly [left: Leftover, sentence: string])[] = [
    [{ ...cart, ids: { cartId: '42' } }, "bob's cart 42 was not deleted: Why."],
    [
      { ...cart, ids: { shop: '"north"', cartId: '"c-\\"1"' }, undo: 'DELETE http://127.0.0.1/carts/c-1' },
      `bob's cart north c-\\"1 was not deleted: Why. To undo it: DELETE http://127.0.0.1/carts/c-1`,
    ],
    [
      { ...cart, undo: 'chainwright authz cleanup m.authz.json' },
      "bob's cart may still exist: Why. To undo it: chainwright authz cleanup m.authz.json",
    ],
    [{ ...cart, ids: { name: '"bob"' }, changed: true }, "bob's cart bob may have changed: Why."],
    [{ ...cart, resource: 'register', carriedOut: true }, 'bob carried out register: Why.'],
  ];
  for (const [left, sentence] of sentences) {
    it(sentence, () => {
      assert.equal(leftoverSentence(left), sentence);
    });
  }
});
