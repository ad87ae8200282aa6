import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { parse } from 'node-html-parser';
import { renderHtml } from '../../../src/formats/reporters/htmlReport';
import { script, scriptDigest } from '../../../src/formats/reporters/htmlScript';
import { style, styleDigest } from '../../../src/formats/reporters/htmlStyle';
import { html } from '../../../src/formats/reporters/htmlText';
import {
  exchange,
  hostileTexts,
  jsonBody,
  orderLifecycle,
  reportOf,
  reportWith,
  requestResult,
  sampleReport,
  textOf,
} from './sampleReport';

function pageOf(...parameters: Parameters<typeof renderHtml>) {
  return parse(textOf(renderHtml(...parameters)), {
    comment: true,
    blockTextElements: { script: true, style: true },
  });
}

function digest(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}

describe('renderHtml', () => {
  it('allows its own style and script and nothing else', () => {
    const page = pageOf(sampleReport);
    assert.equal(styleDigest, digest(style));
    assert.equal(scriptDigest, digest(script));
    assert.deepEqual(
      page.querySelectorAll('style').map((element) => element.innerHTML),
      [style],
    );
    assert.deepEqual(
      page.querySelectorAll('script').map((element) => element.innerHTML),
      [script],
    );
    assert.equal(
      page.querySelector('meta[http-equiv]')?.getAttribute('content'),
      `default-src 'none'; script-src '${scriptDigest}'; style-src '${styleDigest}'; base-uri 'none'; form-action 'none'`,
    );
  });

  it('writes none of the indents of its templates, and keeps those of bodies', () => {
    assert.deepEqual(
      [
        html`<table>
          <tr>
            <td>
              <b>a</b>
              <i>b</i>
            </td>
          </tr>
        </table>`.markup,
        html`<pre>${'{\n  1'}</pre>`.markup,
      ],
      ['<table><tr><td><b>a</b>\n<i>b</i></td></tr></table>', '<pre>{\n  1</pre>'],
    );
  });

  it('needs nothing from elsewhere', () => {
    const page = pageOf(sampleReport);
    assert.equal(page.querySelectorAll('[src], [style], link, iframe, object, form, base').length, 0);
    assert.deepEqual(
      page.querySelectorAll('a').filter((link) => link.getAttribute('href')?.startsWith('#') !== true),
      [],
    );
    assert.doesNotMatch(style, /url\(|@import/);
  });

  it('leads to every one of the eight things', () => {
    const page = pageOf(reportOf(orderLifecycle));
    const things = page
      .querySelectorAll('.overview li')
      .map((item) => item.textContent.trim().replace(/\s+/g, ' '));
    assert.deepEqual(things, [
      '3 Successful requests',
      '2 Failed requests',
      '4 Responses',
      '5 Request details',
      '4 of 6 Extracted variables',
      '3 Substitutions',
      '3 Execution failures',
      '1 Dependency failures',
    ]);
    for (const link of page.querySelectorAll('a')) {
      const id = link.getAttribute('href')?.slice(1) ?? '';
      assert.notEqual(page.getElementById(id), null, id);
    }
  });

  it('gives no id twice', () => {
    const ids = pageOf(sampleReport)
      .querySelectorAll('[id]')
      .map((element) => element.id);
    assert.equal(new Set(ids).size, ids.length);
  });

  it('shows everything of a request', () => {
    const text = pageOf(reportOf(orderLifecycle)).querySelectorAll('.request')[1]?.textContent ?? '';
    for (const part of [
      'Create order',
      '201 Created',
      '44 ms',
      'POST http://127.0.0.1:4010/api/orders?dryRun=false',
      'Bearer ‹secret:7f3a›',
      '"quantity": 2',
      '"amount": 12.50',
      '9007199254740993',
      'waiting 39 ms',
      'status is 201',
      'orderId',
      'header ETag',
      'body /quantity',
      'environment',
      'Log in',
    ]) {
      assert.equal(text.includes(part), true, part);
    }
  });

  it('leads from a blocked request to the root cause', () => {
    const page = pageOf(reportOf(orderLifecycle));
    const link = page.querySelectorAll('.request.blocked a')[0];
    assert.equal(
      page
        .getElementById(link?.getAttribute('href')?.slice(1) ?? '')
        ?.querySelector('.name')
        ?.textContent.startsWith('Change amount'),
      true,
    );
  });

  it('cuts large bodies and says so', () => {
    const large = requestResult({
      name: 'Large',
      exchange: exchange('GET', '/', 200, { received: JSON.stringify('x'.repeat(1_000_000)) }),
    });
    const report = textOf(renderHtml(reportOf({ ...orderLifecycle, requests: [large] })));
    assert.equal(report.length < 100_000, true);
    assert.match(report, /application\/json, 1\.0 MB\. This is its beginning\./);
  });

  it('leaves bodies out once there are too many', () => {
    const large = requestResult({
      name: 'Large',
      exchange: exchange('GET', '/', 200, { received: 'x'.repeat(50_000) }),
    });
    const report = textOf(
      renderHtml(reportOf({ ...orderLifecycle, requests: Array.from({ length: 200 }, () => large) })),
    );
    assert.equal(report.length < 10_000_000, true);
    assert.match(report, /Left out of this report for its size: application\/json, 50 kB\./);
  });

  it('tells bytes from text, and empty bodies from both', () => {
    const recorded = exchange('GET', '/', 200);
    const binary = {
      ...recorded,
      response: {
        ...(recorded.response ?? assert.fail()),
        body: {
          ...jsonBody(''),
          encoding: 'base64' as const,
          content: 'AP8=',
          size: 2,
          mediaType: 'image/png',
        },
      },
    };
    const text = pageOf(
      reportOf({ ...orderLifecycle, requests: [requestResult({ name: 'a', exchange: binary })] }),
    ).textContent;
    assert.match(text, /Not text: image\/png, 2 B\./);
    assert.match(text, /No body\./);
  });

  it('shows a report without results', () => {
    assert.match(pageOf(reportOf()).textContent, /Run of 0 chains/);
  });

  for (const text of hostileTexts) {
    it(`shows ${JSON.stringify(text)} as text`, () => {
      const page = pageOf(reportWith(text));
      const plain = pageOf(reportWith('plain'));
      const elements = (root: typeof page): string[] =>
        root
          .querySelectorAll('*')
          .map((element) => element.rawTagName.toLowerCase())
          .filter((name) => !['span', 'pre', 'br'].includes(name));
      assert.deepEqual(elements(page), elements(plain));
      assert.equal(
        page
          .querySelectorAll('*')
          .some((element) => Object.keys(element.attributes).some((name) => name.startsWith('on'))),
        false,
      );
    });
  }
});

describe('html', () => {
  it('escapes texts, and only texts', () => {
    const inner = html`<b title="${'"<'}">${'a & b'}</b>`;
    assert.equal(
      html`<p>${inner}${["'", 1, undefined]}</p>`.markup,
      '<p><b title="&quot;&lt;">a &amp; b</b>&#39;1</p>',
    );
  });
  it('replaces what no page can hold', () => {
    assert.equal(html`${'\u0000\u001b\ud83d\ufffe👍'}`.markup, '\ufffd\ufffd\ufffd\ufffd👍');
  });
});
