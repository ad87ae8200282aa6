import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { parse } from 'node-html-parser';
import { baselineOf } from '../../../../src/core/authz/report/baseline';
import { renderAuthzHtml } from '../../../../src/formats/reporters/authz/htmlReport';
import { authzStyle, authzStyleDigest } from '../../../../src/formats/reporters/authz/htmlStyle';
import { script, scriptDigest } from '../../../../src/formats/reporters/htmlScript';
import { style, styleDigest } from '../../../../src/formats/reporters/htmlStyle';
import { hostileTexts } from '../sampleReport';
import { authzWith, emptyAuthz, sampleAuthz, sampleBaseline, sampleContext } from './sampleAuthz';

function pageOf(...parameters: Parameters<typeof renderAuthzHtml>) {
  return parse(renderAuthzHtml(...parameters), {
    comment: true,
    blockTextElements: { script: true, style: true },
  });
}

type ParsedPage = ReturnType<typeof pageOf>;

const page = pageOf(sampleAuthz, sampleContext({ baseline: sampleBaseline }));

function plain(text: string | undefined): string {
  return (text ?? '').replace(/\s+/g, ' ').trim();
}

describe('renderAuthzHtml', () => {
  it('allows its own styles and script and nothing else', () => {
    assert.equal(authzStyleDigest, `sha256-${createHash('sha256').update(authzStyle).digest('base64')}`);
    const contents = (name: string): readonly string[] =>
      page.querySelectorAll(name).map((element) => element.innerHTML);
    assert.deepEqual(contents('style'), [style, authzStyle]);
    assert.deepEqual(contents('script'), [script]);
    assert.equal(
      page.querySelector('meta[http-equiv]')?.getAttribute('content'),
      `default-src 'none'; script-src '${scriptDigest}'; style-src '${styleDigest}' '${authzStyleDigest}'; base-uri 'none'; form-action 'none'`,
    );
  });

  it('needs nothing from elsewhere', () => {
    assert.equal(page.querySelectorAll('[src], [style], link, iframe, object, form, base').length, 0);
    assert.doesNotMatch(authzStyle, /url\(|@import/);
  });

  it('gives no id twice, and leads nowhere else than to its own', () => {
    const ids = page.querySelectorAll('[id]').map((element) => element.id);
    assert.equal(new Set(ids).size, ids.length);
    for (const link of page.querySelectorAll('a')) {
      const target = link.getAttribute('href') ?? '';
      assert.equal(target.startsWith('#') && ids.includes(target.slice(1)), true, target);
    }
  });

  it('shows the grid as a table with headers, each cell in words and a link to its evidence', () => {
    const [head, first] = page.querySelectorAll('.grid tr');
    assert.deepEqual(
      head?.querySelectorAll('th[scope=col]').map((title) => plain(title.textContent)),
      [
        'alicecustomer',
        'bobcustomer',
        'samsupportAgent',
        'miamanager',
        'rootadministrator',
        'nobodyanonymous',
      ],
    );
    assert.equal(
      plain(first?.querySelector('th[scope=row]')?.textContent),
      'GET order.read/api/orders/{orderId}path orderId',
    );
    const cells = first?.querySelectorAll('td') ?? [];
    assert.deepEqual(
      cells.map((cell) => plain(cell.textContent)),
      ['✗ read200, data in body', '·', '✓ 403', '·', '·', '✓ 401'],
    );
    assert.deepEqual(
      cells.map((cell) => cell.querySelector('a')?.getAttribute('href')),
      ['#cell-1', undefined, '#cell-12', undefined, undefined, '#cell-15'],
    );
    assert.equal(cells[0]?.querySelector('.sign')?.getAttribute('aria-label'), 'flaw');
    assert.equal(cells[1]?.querySelector('span')?.getAttribute('aria-label'), 'not asked');
  });

  it('shows every cell with its evidence', () => {
    assert.equal(page.querySelectorAll('.request').length, sampleAuthz.cells.length);
    const text = plain(page.getElementById('cell-1')?.textContent);
    for (const part of [
      "alice reads bob's order",
      'OBJ order.read bob<-alice path:orderId',
      'FLAW_READ · CWE-639 · API1:2023 · new · security/orders.authz.json:20:5',
      'The answer holds data of bob',
      'owner does it',
      'body /note holds the planted text (CNRY…)',
      'written as Base64',
      'The answer came from a cache.',
      'HTTP/1.1 200 OK',
      'Bearer ‹token:alice›',
      '"$TOKEN_ALICE"',
    ]) {
      const shown = part.replaceAll('<', '&lt;').replaceAll("'", '&#39;').replaceAll('"', '&quot;');
      assert.equal(text.includes(part) || text.includes(shown), true, part);
    }
    assert.match(plain(page.getElementById('cell-3')?.textContent), /\/amount: 12\.5 → 0/);
  });

  it('shows each exchange once, with the first cell that has it, and links to it from the others', () => {
    assert.deepEqual(
      page.querySelectorAll('.steps details').map((exchange) => exchange.id),
      ['e2', 'e3', 'e5', 'e7', 'e6', 'e8', 'e9'],
    );
    assert.deepEqual(
      page
        .getElementById('cell-3')
        ?.querySelectorAll('.steps li')
        .map((step) => plain(step.querySelector('summary')?.textContent ?? step.textContent)),
      [
        'Shown before: create, owner reads, owner does it, own object',
        'attack: alice PATCH /api/orders/731 204 No Content',
        'Shown before: owner reads again',
      ],
    );
  });

  it('begins with the findings, the gravest first, whose cells are links to their evidence', () => {
    const rows = page.querySelectorAll('#findings tbody tr');
    assert.deepEqual(
      rows.slice(0, 2).map((row) => row.querySelectorAll('td').map((cell) => plain(cell.textContent))),
      [
        [
          'critical (9.1)',
          'GET /api/stats.read/{orderId} asks for no credentials CWE-306 · CWE-862 · API2:2023 · API5:2023 · WFC F207',
          'nobody',
          '1',
          "chainwright authz run security/orders.authz.json --environment local --only 'ANON stats.read *' --allow-mutations",
        ],
        [
          'high (8.8)',
          'GET /api/users.list/{orderId} does not check the role CWE-863 · API5:2023',
          'alice',
          '1',
          "chainwright authz run security/orders.authz.json --environment local --only 'FUN users.list *' --allow-mutations",
        ],
      ],
    );
    for (const link of page.querySelectorAll('#findings a')) {
      const id = link.getAttribute('href')?.slice(1) ?? '';
      assert.equal(page.getElementById(id)?.classList.contains('failed'), true, id);
    }
  });

  it('offers to show one judgement alone', () => {
    assert.deepEqual(
      page.querySelectorAll('.tools label').map((label) => plain(label.textContent)),
      [
        'All 32',
        'flaws 10',
        'granted but refused 1',
        'inconclusive 6',
        'denied with another code 5',
        'passed 7',
        'not tested or waived 3',
      ],
    );
    for (const input of page.querySelectorAll('.tools input[type=radio]').slice(1)) {
      assert.equal(`${style}${authzStyle}`.includes(`#${input.id}:checked`), true, input.id);
    }
  });

  it('tells what is different from the baseline, and what is to be said of the run', () => {
    assert.deepEqual(
      page.querySelectorAll('#differences li').map((item) => plain(item.textContent).split(':')[0]),
      ['new', 'new', 'new', 'updated', 'new', 'fixed', 'changed', 'changed', 'lost'],
    );
    assert.deepEqual(
      page.querySelectorAll('main h3').map((title) => plain(title.textContent)),
      [
        'Findings',
        'Since the baseline',
        'Cells',
        'No longer tested',
        'Not in the policy',
        'Left behind',
        'Notes',
        'Headers that requests and responses have in common',
      ],
    );
    const same = pageOf(sampleAuthz, sampleContext({ baseline: baselineOf(sampleAuthz) }));
    assert.equal(same.getElementById('differences'), null);
  });

  it('shows a result of nothing', () => {
    const nothing: ParsedPage = pageOf(emptyAuthz, sampleContext());
    assert.match(plain(nothing.textContent), /Orders: who may do what/);
    assert.equal(nothing.querySelector('.grid'), null);
  });

  for (const text of hostileTexts) {
    it(`shows ${JSON.stringify(text)} as text`, () => {
      const context = sampleContext({ baseline: sampleBaseline });
      const elements = (root: ParsedPage): readonly string[] =>
        root
          .querySelectorAll('*')
          .map((element) => element.rawTagName.toLowerCase())
          .filter((name) => !['span', 'pre', 'br'].includes(name));
      const hostile = pageOf(authzWith(text), context);
      assert.deepEqual(elements(hostile), elements(pageOf(authzWith('plain'), context)));
      assert.equal(
        hostile
          .querySelectorAll('*')
          .some((element) => Object.keys(element.attributes).some((name) => name.startsWith('on'))),
        false,
      );
    });
  }
});
