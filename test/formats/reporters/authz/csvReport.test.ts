import assert from 'node:assert/strict';
import { renderAuthzCsv } from '../../../../src/formats/reporters/authz/csvReport';
import { hostileTexts } from '../sampleReport';
import { authzWith, emptyAuthz, sampleAuthz, sampleBaseline, sampleContext } from './sampleAuthz';

/** Reads a text of RFC 4180. */
function parse(text: string): readonly (readonly string[])[] {
  const rows: string[][] = [[]];
  for (const [, quoted, plain = '', end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)) {
    rows.at(-1)?.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end === '\r\n') {
      rows.push([]);
    }
  }
  return rows.slice(0, -1);
}

function records(text: string): readonly Readonly<Record<string, string>>[] {
  const [names = [], ...rows] = parse(text);
  return rows.map((row) => Object.fromEntries(names.map((name, index) => [name, row[index] ?? 'none'])));
}

describe('renderAuthzCsv', () => {
  it('writes a line for each cell, under titles', () => {
    const [first, second] = records(renderAuthzCsv(sampleAuthz, sampleContext({ baseline: sampleBaseline })));
    assert.deepEqual(first, {
      cell: 'OBJ order.read bob<-alice path:orderId',
      kind: 'OBJ',
      operation: 'order.read',
      effect: 'read',
      resource: 'order',
      owner: 'bob',
      'owner role': 'customer',
      caller: 'alice',
      'caller role': 'customer',
      method: 'GET',
      path: '/api/orders/{{orderId}}',
      location: 'path orderId',
      class: 'FLAW_READ',
      code: 'FR',
      judgement: 'flaw',
      'waived class': '',
      status: '200',
      leak: 'yes',
      state: 'unasked',
      reason: 'The answer holds data of bob: body /note equals the text that was planted in his order.',
      baseline: 'new',
      fingerprint: sampleAuthz.cells[0]?.fingerprint,
      file: 'security/orders.authz.json',
      line: '20',
    });
    assert.equal(second?.['code'], 'FR');
  });

  it('has as many fields in each line', () => {
    const rows = parse(renderAuthzCsv(sampleAuthz, sampleContext()));
    assert.equal(rows.length, sampleAuthz.cells.length + 1);
    assert.deepEqual(new Set(rows.map((row) => row.length)), new Set([24]));
  });

  it('writes the titles alone for a result of nothing, and no places where there are none', () => {
    assert.equal(parse(renderAuthzCsv(emptyAuthz, sampleContext())).length, 1);
    const { places: _places, ...context } = sampleContext();
    assert.equal(records(renderAuthzCsv(sampleAuthz, context))[0]?.['line'], '');
  });

  for (const text of [...hostileTexts, '=1+1', '+1', '-1', '@SUM(A1)', '\t=1', 'a","b']) {
    it(`keeps ${JSON.stringify(text)} in its field, and no formula`, () => {
      const [record] = records(renderAuthzCsv(authzWith(text), sampleContext()));
      const expected = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
      assert.equal(record?.['operation'], expected);
      assert.equal(record['reason'], expected);
    });
  }
});
