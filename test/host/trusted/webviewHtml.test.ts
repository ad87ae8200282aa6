import assert from 'node:assert/strict';
import { webviewHtml } from '../../../src/host/webviewHtml';

const page = {
  title: 'Results: orders',
  language: 'en',
  source: 'https://*.vscode-cdn.net',
  script: 'https://file.vscode-cdn.net/dist/webview/results.js',
  style: 'https://file.vscode-cdn.net/dist/webview/results.css',
  nonce: 'bm9uY2U',
  session: 'c2Vzc2lvbg',
};

describe('the page of a webview', () => {
  it('lets nothing run or load but its own bundle', () => {
    const policy = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(webviewHtml(page))?.[1];
    assert.equal(
      policy?.replaceAll('&#39;', "'"),
      "default-src 'none'; script-src 'nonce-bm9uY2U'; style-src https://*.vscode-cdn.net; " +
        "font-src https://*.vscode-cdn.net; base-uri 'none'; form-action 'none'",
    );
  });

  it('lets one style sheet of a library be put into the page, named by its digest', () => {
    const html = webviewHtml({ ...page, styleDigest: 'sha256-AAAA=' }).replaceAll('&#39;', "'");
    assert.match(html, /style-src https:\/\/\*\.vscode-cdn\.net 'sha256-AAAA='; font-src/);
  });

  it('has one script, which bears the nonce, and no inline code', () => {
    const scripts = [...webviewHtml(page).matchAll(/<script([^>]*)>([^<]*)<\/script>/g)];
    assert.deepEqual(
      scripts.map(([, attributes, code]) => [attributes, code]),
      [[` nonce="bm9uY2U" src="${page.script}"`, '']],
    );
    assert.doesNotMatch(webviewHtml(page), /style=|\son\w+=/);
  });

  it('writes hostile text as text', () => {
    const html = webviewHtml({
      ...page,
      title: '</title><script>alert(1)</script>',
      session: '"><img src=x>',
    });
    assert.equal(html.match(/<script/g)?.length, 1);
    assert.doesNotMatch(html, /<img/);
  });
});
