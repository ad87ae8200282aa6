import assert from 'node:assert/strict';
import { DOMParser } from '@xmldom/xmldom';
import { renderAuthzJunit } from '../../../../src/formats/reporters/authz/junitReport';
import { hostileTexts } from '../sampleReport';
import {
  authzWith,
  emptyAuthz,
  passedAuthz,
  sampleAuthz,
  sampleBaseline,
  sampleContext,
} from './sampleAuthz';

/** Parses strictly: any fault in the document fails the test. */
function parse(xml: string) {
  const parser = new DOMParser({ onError: (level, message) => assert.fail(`${level}: ${message}`) });
  const root = parser.parseFromString(xml, 'text/xml').documentElement ?? assert.fail();
  const all = (name: string) => Array.from(root.getElementsByTagName(name));
  return { root, all };
}

const names = ['tests', 'failures', 'errors', 'skipped'];

describe('renderAuthzJunit', () => {
  it('writes a suite for each resource and a case for each cell', () => {
    const { all } = parse(renderAuthzJunit(sampleAuthz, sampleContext()));
    assert.deepEqual(
      all('testsuite').map((suite) => ['name', 'file', 'tests'].map((name) => suite.getAttribute(name))),
      [
        ['order', 'security/orders.authz.json', '29'],
        ['functions', 'security/orders.authz.json', '3'],
      ],
    );
    assert.deepEqual(
      ['name', 'classname', 'time', 'file', 'line'].map((name) => all('testcase')[0]?.getAttribute(name)),
      ['bob←alice GET /api/orders/{orderId} [path]', 'order', '0.060', 'security/orders.authz.json', '20'],
    );
  });

  it('gives each case a name of its own that holds no identifiers', () => {
    const titles = parse(renderAuthzJunit(sampleAuthz, sampleContext()))
      .all('testcase')
      .map((one) => one.getAttribute('name') ?? '');
    assert.equal(new Set(titles).size, titles.length);
    assert.equal(
      titles.some((title) => /73[01]|127\.0|CNRY/.test(title)),
      false,
    );
  });

  it('tells cells of one title apart by their ids', () => {
    const [first = assert.fail()] = sampleAuthz.cells;
    const other = { ...first, cell: { ...first.cell, id: 'OBJ order.show', operation: 'order.show' } };
    const { all } = parse(renderAuthzJunit({ ...sampleAuthz, cells: [first, other] }, sampleContext()));
    assert.deepEqual(
      all('testcase').map((one) => one.getAttribute('name')),
      [
        'bob←alice GET /api/orders/{orderId} [path] (OBJ order.read bob<-alice path:orderId)',
        'bob←alice GET /api/orders/{orderId} [path] (OBJ order.show)',
      ],
    );
  });

  for (const [junitWarn, expected] of [
    ['failure', ['32', '16', '6', '3']],
    ['skipped', ['32', '11', '6', '8']],
  ] as const) {
    it(`counts what it contains when odd refusals are a ${junitWarn}`, () => {
      const { root, all } = parse(renderAuthzJunit(sampleAuthz, sampleContext({ junitWarn })));
      const counts = ['testcase', 'failure', 'error', 'skipped'].map((name) => String(all(name).length));
      assert.deepEqual(counts, expected);
      assert.deepEqual(
        names.map((name) => root.getAttribute(name)),
        counts,
      );
      const sums = names.map((name) =>
        all('testsuite').reduce((sum, suite) => sum + Number(suite.getAttribute(name)), 0),
      );
      assert.deepEqual(sums.map(String), counts);
    });
  }

  it('says why a cell does not pass, with the evidence', () => {
    const { all } = parse(renderAuthzJunit(sampleAuthz, sampleContext()));
    const [flaw] = all('failure');
    assert.equal(flaw?.getAttribute('type'), 'FLAW_READ');
    assert.match(flaw.getAttribute('message') ?? '', /^The answer holds data of bob/);
    assert.match(flaw.textContent ?? '', /body \/note holds the planted text \(CNRY…\)/);
    assert.equal(all('error')[0]?.getAttribute('type'), 'INCONCLUSIVE_CONTROL');
    assert.deepEqual(
      all('skipped').map((one) => one.getAttribute('message')),
      [
        'It cannot be taken back.',
        'DENIED_OTHER waived until 2027-03-31: 400 by design',
        'FLAW_READ waived until 2027-03-31: fixed in May',
      ],
    );
  });

  it('gives the properties of a finding', () => {
    const { all } = parse(renderAuthzJunit(sampleAuthz, sampleContext({ baseline: sampleBaseline })));
    const properties = Array.from(all('testcase')[0]?.getElementsByTagName('property') ?? []);
    assert.deepEqual(
      properties.map((property) => [property.getAttribute('name'), property.getAttribute('value')]),
      [
        ['cell', 'OBJ order.read bob<-alice path:orderId'],
        ['class', 'FLAW_READ'],
        ['cwe', 'CWE-639'],
        ['owasp', 'API1:2023'],
        ['fingerprint', sampleAuthz.cells[0]?.fingerprint],
        ['line', 'security/orders.authz.json:20'],
        ['baseline', 'new'],
      ],
    );
  });

  it('writes what passed without anything in it, and nothing as an empty document', () => {
    const { all } = parse(renderAuthzJunit(passedAuthz, sampleContext()));
    assert.equal(all('failure').length + all('error').length + all('skipped').length, 0);
    assert.equal(parse(renderAuthzJunit(emptyAuthz, sampleContext())).root.getAttribute('tests'), '0');
  });

  for (const text of hostileTexts) {
    it(`opens with ${JSON.stringify(text)} in it`, () => {
      const { root, all } = parse(renderAuthzJunit(authzWith(text), sampleContext()));
      const legal = text.replace(/[^\t\n\r -\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '');
      assert.equal(root.getAttribute('name'), legal);
      assert.equal(all('evil').length + all('script').length + all('img').length, 0);
    });
  }
});
