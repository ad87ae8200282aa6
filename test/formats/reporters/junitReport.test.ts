import assert from 'node:assert/strict';
import { DOMParser } from '@xmldom/xmldom';
import type { RunReport } from '../../../src/core/result/runReport';
import { renderJunit } from '../../../src/formats/reporters/junitReport';
import { hostileTexts, orderLifecycle, reportOf, reportWith, sampleReport, textOf } from './sampleReport';

/** Parses strictly: any fault in the document fails the test. */
function parse(xml: string) {
  const parser = new DOMParser({
    onError: (level, message) => assert.fail(`${level}: ${message}`),
  });
  const root = parser.parseFromString(xml, 'text/xml').documentElement ?? assert.fail();
  const all = (name: string) => Array.from(root.getElementsByTagName(name));
  return { root, all };
}

describe('renderJunit', () => {
  it('writes a suite for each chain and a case for each request', () => {
    const { all } = parse(textOf(renderJunit(sampleReport)));
    assert.deepEqual(
      all('testsuite').map((suite) => [
        suite.getAttribute('name'),
        suite.getElementsByTagName('testcase').length,
      ]),
      [
        ['Log in', 1],
        ['Order lifecycle', 7],
      ],
    );
    const [, created] = all('testcase').slice(1);
    assert.deepEqual(
      ['name', 'classname', 'time', 'file'].map((name) => created?.getAttribute(name)),
      ['POST Create order', 'orders.order-lifecycle', '0.044', 'orders/order-lifecycle.chain.json'],
    );
  });

  it('counts what it contains', () => {
    const { root, all } = parse(textOf(renderJunit(sampleReport)));
    const counts = ['testcase', 'failure', 'error', 'skipped'].map((name) => String(all(name).length));
    const names = ['tests', 'failures', 'errors', 'skipped'];
    assert.deepEqual(
      names.map((name) => root.getAttribute(name)),
      counts,
    );
    assert.deepEqual(counts, ['8', '2', '1', '1']);
    const sums = names.map((name) =>
      all('testsuite').reduce((sum, suite) => sum + Number(suite.getAttribute(name)), 0),
    );
    assert.deepEqual(sums.map(String), counts);
    assert.equal(root.getAttribute('time'), '2.154');
  });

  it('says why requests failed, were blocked or were skipped', () => {
    const { all } = parse(textOf(renderJunit(sampleReport)));
    const [expectation, transport] = all('failure');
    assert.deepEqual(
      [expectation?.getAttribute('type'), expectation?.textContent],
      [
        'expectation',
        'Expected status 200 but the server answered 500.\ninvoiceId found nothing at $.invoice.id.',
      ],
    );
    assert.equal(transport?.getAttribute('type'), 'transport');
    const [blocked] = all('error');
    assert.equal(blocked?.getAttribute('type'), 'blocked');
    assert.match(blocked?.textContent ?? '', /Root cause: change-amount: Expected status 200/);
    assert.equal(all('skipped')[0]?.getAttribute('message'), 'Delete order is disabled.');
  });

  it('shows the exchange in short, and properties', () => {
    const { all } = parse(textOf(renderJunit(sampleReport)));
    assert.match(
      all('system-out')[1]?.textContent ?? '',
      /^POST http:\/\/127.0.0.1:4010\/login\n[^]*200 OK, 31 ms\n/,
    );
    assert.deepEqual(
      all('property')
        .slice(0, 3)
        .map((property) => [property.getAttribute('name'), property.getAttribute('value')]),
      [
        ['outcome', 'passed'],
        ['environment', 'local'],
        ['chainwright', '0.1.0'],
      ],
    );
  });

  it('tells requests of the same name apart', () => {
    const first = orderLifecycle.requests[0] ?? assert.fail();
    const twice = [first, { ...first, request: { chain: 'a', id: 'again' } }];
    const { all } = parse(textOf(renderJunit(reportOf({ ...orderLifecycle, requests: twice }))));
    assert.deepEqual(
      all('testcase').map((element) => element.getAttribute('name')),
      ['POST Log in (login)', 'POST Log in (again)'],
    );
  });

  it('writes no results as an empty document', () => {
    assert.equal(parse(textOf(renderJunit(reportOf()))).root.getAttribute('tests'), '0');
  });

  it('names the line of a request, where it is known', () => {
    const report = { ...sampleReport, places: () => ({ file: 'a.chain.json', line: 7 }) };
    const lines = (one: RunReport) =>
      parse(textOf(renderJunit(one)))
        .all('testcase')
        .map((each) => each.getAttribute('line'));
    assert.deepEqual(new Set(lines(report)), new Set(['7']));
    assert.deepEqual(new Set(lines(sampleReport)), new Set([null]));
  });

  for (const text of hostileTexts) {
    it(`opens with ${JSON.stringify(text)} in it`, () => {
      const { root, all } = parse(textOf(renderJunit(reportWith(text))));
      const legal = text.replace(/[^\t\n\r -\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '');
      assert.equal(root.getAttribute('name'), legal);
      assert.equal(all('evil').length + all('script').length + all('img').length, 0);
    });
  }
});
